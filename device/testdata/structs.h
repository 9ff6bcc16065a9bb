// Comparison of hand-declared types with those of a header, when the file is compiled.
#include <stddef.h>

#define SAME(ours, theirs) _Static_assert(sizeof(ours) == sizeof(theirs), #ours " differs from " #theirs)
#define FIELD(ours, a, theirs, b) \
	_Static_assert(offsetof(ours, a) == offsetof(theirs, b), #a " of " #ours " has another offset than " #b); \
	_Static_assert(sizeof(((ours *)0)->a) == sizeof(((theirs *)0)->b), #a " of " #ours " has another size than " #b)
#define VALUE(ours, theirs) _Static_assert((ours) == (theirs), #theirs " has another value than " #ours)
