// Loads wgfft.wasm, which lies beside this file, with wasm_exec.js of the Go version that built it.
let program

function start() {
	program ??= new Promise((resolve, reject) => {
		globalThis.wgfftReady = resolve
		globalThis.wgfftClosed = async () => { throw new Error("wgfft: closed: open a new one") }
		globalThis.wgfftNothing = async () => {}
		import(new URL("wasm_exec.js", import.meta.url)).then(async () => {
			const go = new Go()
			const file = fetch(new URL("wgfft.wasm", import.meta.url))
			const { instance } = await WebAssembly.instantiateStreaming(file, go.importObject)
			go.run(instance).then(() => reject(new Error("wgfft: the program ended")))
		}).catch(reject)
	})
	return program
}

// See wgfft.d.ts.
export async function open(options) {
	return (await start())(options)
}
