// Package chart draws curves over point counts, on two logarithmic axes, as PNG or SVG.
//
// The axis across is marked at powers of two. The axis upwards is marked at 1, 2 and 5 times powers of ten, or at powers of ten alone
// where the values span many of them. Both reach a little beyond the data. The legend stands above the axes, where no curve is.
// Colours are those of Okabe and Ito, which remain apart without colour vision, and every curve has marks of its own shape besides.
//
// Drawing is done by gonum.org/v1/plot.
package chart
