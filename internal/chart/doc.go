// Package chart draws curves over point counts, on two logarithmic axes, as PNG or SVG.
//
// The horizontal axis is marked at powers of two. The vertical axis is marked at 1, 2 and 5 times
// powers of ten, or only at powers of ten if the values span many of them. Both axes extend
// slightly beyond the data. The legend is above the axes, where no curve is. The colours are Okabe
// and Ito's, which are distinct without colour vision, too. Every curve also has its own marks.
//
// gonum.org/v1/plot does the drawing.
package chart
