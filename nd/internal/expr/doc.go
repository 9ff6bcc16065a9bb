// Package expr has the values that package nd hands to the machines that compute its steps, and the mathematics that
// both machines share. It knows neither queues nor nodes.
//
//   - [DType], [Extent], [Shift], [Source], [Memory] and [Block] describe elements: type, shape, place and memory.
//   - A [Kernel] is a list of instructions that computes an element from elements in memory. [Transform], [Fold] and
//     [Fusion] are the other operations of a machine.
//   - [Parse] reads a function in the language of nd.Func. A [Function] is interpreted, or a [Writer] writes it as WGSL
//     in a [Format]: f32, f64 or double-single.
//   - The functions that WGSL lacks, or for which it promises too little, are texts in this language: see mathTexts.
package expr
