package nd

// f32Functions has the WGSL functions of single precision, by their names in the text of a Func.
var f32Functions = map[string]string{
	"abs": "abs", "ceil": "ceil", "floor": "floor", "fma": "fma", "nd_root": "sqrt", "round": "round", "sqrt": "sqrt",
	"exp": "exp", "log": "log", "pow": "pow", "sin": "sin", "cos": "cos", "tan": "tan", "atan": "atan", "atan2": "atan2",
	"tanh": "tanh",
}

// f32Primitives has the WGSL texts of functions of single precision that test bits. WGSL lets a device assume that
// no operand is an infinity or NaN, and lets it flush denormals. Integer operations have no such freedom.
var f32Primitives = map[string]string{
	"nd_isnan":      "fn nd_isnan(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u; }\n",
	"nd_isnegative": "fn nd_isnegative(x: f32) -> bool { return bitcast<u32>(x) >= 0x80000000u; }\n",
	"nd_less": `fn nd_less(a: f32, b: f32) -> bool {
	let u = bitcast<u32>(a) & 0x7fffffffu;
	let v = bitcast<u32>(b) & 0x7fffffffu;
	let i = select(i32(u), -i32(u), bitcast<i32>(a) < 0);
	let j = select(i32(v), -i32(v), bitcast<i32>(b) < 0);
	return i < j && max(u, v) <= 0x7f800000u;
}
`,
	"nd_before": `fn nd_before(a: f32, b: f32) -> bool {
	let i = bitcast<i32>(a);
	let j = bitcast<i32>(b);
	return (i ^ ((i >> 31u) & 0x7fffffff)) < (j ^ ((j >> 31u) & 0x7fffffff));
}
`,
	"nd_ordinal": singleOrdinal, "nd_fromordinal": singleFromOrdinal,
	"nd_istrue": "fn nd_istrue(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) != 0u; }\n",
}
