// Package wisdom stores what measurements have shown about a device: the fastest kernels of
// problems, and kernels that gave wrong results.
//
// A [Wisdom] is a value. [Wisdom.Encode] and [Parse] convert it to and from the text of a file;
// [Wisdom.Merge] combines two. A [Chooser] chooses kernels by it. Wisdom is not trusted: it can
// make a plan slow, but not wrong, because choose.Validate checks its kernels.
//
// # Files
//
// A [File] keeps the wisdom of one device in a directory. Several processes may read and write it
// at once. A file is replaced as a whole by a rename, so that a reader finds the old one or the new
// one. A writer holds a lock, and merges its wisdom with the file. Nothing that another process has
// learnt is lost. A file that is damaged, or that belongs to another device, is renamed and
// reported, and never used.
//
// Load is bounded. It opens regular files only, of at most [MaxBytes]. It waits for another
// process's lock for a second at most, and only if the file is damaged.
//
// The folder shipped holds the wisdom that comes with the module.
package wisdom
