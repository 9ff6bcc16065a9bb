// Loads wgfft.wasm, which lies beside this file, with wasm_exec.js of the Go version that built it.
let program // a promise of the program's function open; undefined before the first call and after a fault

async function start() {
	await import(new URL("wasm_exec.js", import.meta.url))
	const go = new Go()
	const file = fetch(new URL("wgfft.wasm", import.meta.url))
	const { instance } = await WebAssembly.instantiateStreaming(file, go.importObject)
	return new Promise((resolve, reject) => {
		const { loader, end } = loaderOf(resolve)
		globalThis.wgfftLoader = loader
		const ended = () => {
			program = undefined
			const error = new Error("wgfft: the program ended, perhaps for lack of memory: open a new engine")
			reject(error)
			end(error)
		}
		go.run(instance).then(ended, ended) // the program calls ready before run returns
		delete globalThis.wgfftLoader
	})
}

// loaderOf returns the functions that the program uses, and a function that rejects all promises when the program ends.
function loaderOf(ready) {
	const pending = new Set() // reject functions of the calls under way
	let ended // the error of calls after the end
	const method = (state, f) => (...args) => new Promise((resolve, reject) => {
		if (ended) throw ended
		if (state.closed) throw new Error("wgfft: closed: open a new one")
		const finish = settle => value => {
			pending.delete(reject)
			settle(value)
		}
		pending.add(reject)
		f(finish(resolve), finish(reject), ...args)
	})
	const end = error => {
		ended = error
		pending.forEach(reject => reject(error))
		pending.clear()
	}
	return { loader: { ready, method, nothing: async () => {} }, end }
}

// See wgfft.d.ts.
export async function open(options) {
	program ??= start().catch(error => {
		program = undefined
		throw error
	})
	return (await program)(options)
}
