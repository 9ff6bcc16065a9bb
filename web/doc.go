// Web is wgfft for web pages: a WebAssembly program with a small JavaScript API. wgfft.js loads it and wgfft.d.ts
// describes the API. Numbers are in typed arrays, and calls return promises. make web builds it.
package main
