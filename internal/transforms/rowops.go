package transforms

// A RowOp is an op of the CPU engine. It changes points of a row in place, before the row is transformed or after it.
// A row is the n points along one transformed axis. Both methods get some of these points, from point first on.
type RowOp interface {
	SingleRow(points []complex64, first, n int)
	DoubleRow(points []complex128, first, n int)
}

// RowOps are the ops of the rows of a transform along each transformed axis, in the order in which they act.
type RowOps struct{ Load, Store []RowOp }
