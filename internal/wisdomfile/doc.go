// Package wisdomfile keeps the wisdom of package plan in files, one for each device in a directory, which several processes may read and write at
// once.
//
// A file is replaced as a whole by a rename, so that whoever reads it finds the old one or the new one. Whoever writes holds a lock, and joins what
// there is with what it adds: nothing that another process has learnt is lost. A file that is damaged, or not what its name says, is renamed and
// said to be, and never used.
//
// Load is bounded: it opens regular files only, of at most [plan.MostWisdomBytes], and waits for another process's
// lock for a second at most, and only where it found a damaged file.
package wisdomfile
