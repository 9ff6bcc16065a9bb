package transforms

// A RowOp is an op of the CPU engine. It changes points of a row in place, before the row is transformed or after it.
// A row is the points along one transformed axis.
type RowOp interface {
	SingleRow(points []complex64, at RowPlace)
	DoubleRow(points []complex128, at RowPlace)
}

// A RowPlace is the place of neighbouring points of a row.
type RowPlace struct {
	Row    int // number of the row among all rows of the arrays, in row-major order
	First  int // number of the first point
	Points int // points of the row
}

// RowOps are the ops of the rows of a transform along each transformed axis, in the order in which they act.
type RowOps struct{ Load, Store []RowOp }

// A Call has the parameters of ops that change from call to call.
type Call struct {
	Row, Column int64 // of a step twiddle
	First       int   // number of arrays of the call before the arrays that are computed
}
