// Package benchcsv reads the tables of times that the programs below bench write. A table is CSV
// with a header line, a column spec (KIND:SHAPE*BATCH), any number of columns whose names end in
// ms, and any other columns. An empty time was not measured.
package benchcsv
