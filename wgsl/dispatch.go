package wgsl

// A dispatch has a limited number of workgroups per dimension, 65535 on most devices. A folded
// dispatch arranges more workgroups in rows of equal length, numbered row by row. The grid should have few
// workgroups beyond the last one of the batch, because they take as long as others.

// FoldWidth is the largest number of workgroups in a row of a folded dispatch.
const FoldWidth = 32768

// spareRows is the number of additional rows that foldGrid tries.
const spareRows = 16

// foldGrid returns a grid of y rows of x <= FoldWidth workgroups with x y >= groups. It takes the
// smallest y that divides groups, if the spare rows suffice, and otherwise the smallest y.
func foldGrid(groups int) (x, y int) {
	least := max(1, (groups+FoldWidth-1)/FoldWidth)
	for y = least; y <= least+spareRows; y++ {
		if groups%y == 0 {
			return groups / y, y
		}
	}
	return (groups + least - 1) / least, least
}

// groupNumber returns the number of a workgroup.
func groupNumber(fold bool) *Index {
	if fold {
		return foldedGroup
	}
	return group
}

// gridParameter returns the WGSL parameter with the size of the grid, for a folded dispatch.
func gridParameter(fold bool) string {
	if fold {
		return "@builtin(num_workgroups) groups: vec3<u32>, "
	}
	return ""
}
