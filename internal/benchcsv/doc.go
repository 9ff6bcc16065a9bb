// Package benchcsv reads the tables of times that the programs below bench write and take: CSV with a head, a column spec
// (KIND:SHAPE*BATCH), any number of columns whose names end in ms, and whatever else there is. An empty time was not measured.
package benchcsv
