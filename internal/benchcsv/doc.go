// Package benchcsv reads the tables of times that the programs below bench write. A table is CSV
// with a header line, a column spec (KIND:SHAPE*BATCH), any number of columns of times, and any
// other columns. Names of columns of times end in ms. An empty time has not been measured.
package benchcsv
