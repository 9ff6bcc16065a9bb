// Package wisdomfile keeps the wisdom of package plan in files, one for each device in a directory.
// Several processes may read and write them at once.
//
// A file is replaced as a whole by a rename, so that a reader finds the old one or the new one. A
// writer holds a lock, and merges its wisdom with the file. Nothing that another process has learnt
// is lost. A file that is damaged, or that belongs to another device, is renamed and reported, and
// never used.
//
// Load is bounded. It opens regular files only, of at most [plan.MaxWisdomBytes]. It waits for
// another process's lock for a second at most, and only if the file is damaged.
package wisdomfile
