//go:build !js

package browser

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// script runs the body of an asynchronous JavaScript function and returns its result. The body can use open, and the
// helpers that are declared here.
func script(ctx context.Context, t *testing.T, p *Page, body string) (result string) {
	t.Helper()
	require.NoError(t, p.WaitFor(ctx, ready))
	require.NoError(t, p.Eval(ctx, `(async () => {
		const { open } = await import("/wgfft.js")
		const software = { device: "software" }
		const error = async promise => { try { await promise } catch (e) { return e.message } return "no error" }
		const near = (a, b) => {
			if (a.length !== b.length) throw new Error(a.length + " elements, want " + b.length)
			a.forEach((v, i) => { if (!(Math.abs(v - b[i]) < 1e-4)) throw new Error([i, v, b[i]].join(" ")) })
		}
		let seed = 1
		const random = n => Float32Array.from({length: n}, () => { // a linear congruential generator
			seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
			return seed / 2 ** 32 - 0.5
		})
		const dft = x => { // of complex numbers, by definition
			const n = x.length / 2, y = new Float32Array(2 * n)
			for (let k = 0; k < n; k++) for (let j = 0; j < n; j++) {
				const c = Math.cos(2 * Math.PI * j * k / n), s = -Math.sin(2 * Math.PI * j * k / n)
				y[2 * k] += x[2 * j] * c - x[2 * j + 1] * s
				y[2 * k + 1] += x[2 * j] * s + x[2 * j + 1] * c
			}
			return y
		}
		`+body+`
	})()`, &result))
	return result
}

// TestAPI calls the functions of the JavaScript API on a GPU adapter and on the CPU engine.
func TestAPI(t *testing.T) {
	ctx, c := start(t, Flags...)
	p := openSite(ctx, t, c, "?device=cpu")
	require.Equal(t, "done", script(ctx, t, p, `
		for (const device of ["software", "cpu"]) {
			const e = await open({ device, wisdom: localStorage })
			if (e.onGPU !== (device === "software")) throw new Error("on " + e.adapter)
			const x = random(2 * 60)
			near(await e.fft(x), dft(x))
			near(await e.ifft(await e.fft(x)), x)
			near(await e.fft(x.subarray(20, 60)), dft(x.slice(20, 60))) // a view with an offset
			const changed = x.slice(), before = e.fft(changed)
			changed.fill(0)
			near(await before, dft(x)) // the call has copied its array
			near(await e.irfft(await e.rfft(x)), x)
			near(await e.filter(x, new Float32Array(61).fill(2)), x.map(v => 2 * v))
			const halves = new Float32Array(7 * 10).fill(0.5), shaped = { shape: [12, 10], axes: [1, 0] }
			near(await e.filter(x, halves, shaped), x.map(v => v / 2))
			near(await e.fft(x, { shape: [1, 60], axes: [-1], norm: "forward" }), dft(x).map(v => v / 60))
			for (const [kind, n, bins, axes] of [
				["c2c", 120, 120], ["r2c", 60, 72], ["r2c", 60, 80, [0]], ["r2c", 60, 72, [0, -1]], ["dct2", 60, 60],
			]) {
				const plan = await e.plan({ kind, shape: [6, 10], batch: 3, axes }), y = random(3 * n)
				if ((await plan.forward(y)).length !== 3 * bins) throw new Error(kind + " bins")
				near(await plan.inverse(await plan.forward(y)), y)
				const { forward } = plan
				for (const length of [0, 2, y.length + 2])
					if (!(await error(forward(random(length)))).includes("want " + y.length)) throw new Error("length")
				await plan.close()
				await plan.close()
				for (const call of [plan.forward(y), forward(y)])
					if (!(await error(call)).includes("closed")) throw new Error("not closed")
			}
			for (const wrong of [e.fft(new Float32Array(3)), e.fft([1, 2]), e.fft(), e.plan({}), e.plan({shape: [0]}),
				e.plan({shape: [1.5]}), e.plan({shape: [4], kind: "c2x"}), e.fft(x, {norm: "no"}),
				e.filter(x, new Float32Array(7)), e.filter(x, new Float32Array(1)), e.rfft(x, {shape: [7]}),
				e.fft(x, [60]), e.fft(x, {axis: 0}), e.fft(x, "ortho"), e.fft(x, {shape: {length: 2 ** 40}}),
				e.plan({shape: [4], batch: 1.5}), e.plan({shape: [4], batch: "2"}), e.plan({shape: [4], batch: 0}),
				e.fft(new Float64Array(4)), open(device), open({ device, wisdom: "localStorage" }),
				open({ device, wisdom: { getItem() {} } })]) {
				const text = await error(wrong)
				if (!text.startsWith("wgfft: ")) throw new Error(text)
			}
			await e.close()
			await e.close()
			if (!(await error(e.fft(x))).includes("closed")) throw new Error("not closed")
		}
		return "done"
	`))
}

// TestEncoder transforms buffers of a page by commands in its own encoder, on its own device.
func TestEncoder(t *testing.T) {
	ctx, c := start(t, Flags...)
	p := openSite(ctx, t, c, "?device=cpu")
	require.Equal(t, "done", script(ctx, t, p, `
		const device = await (await navigator.gpu.requestAdapter()).requestDevice()
		let uncaptured = 0
		device.onuncapturederror = () => uncaptured++
		const e = await open({ device }), n = 1000
		const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST
		const [src, dst] = [0, 1].map(() => device.createBuffer({ size: 8 * n + 256, usage }))
		const down = device.createBuffer({ size: 8 * n, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST })
		const read = async (encoder, buffer, offset) => {
			encoder.copyBufferToBuffer(buffer, offset, down, 0, 8 * n)
			device.queue.submit([encoder.finish()])
			await down.mapAsync(GPUMapMode.READ)
			const result = new Float32Array(down.getMappedRange()).slice()
			down.unmap()
			return result
		}
		const plan = await e.plan({ shape: [n] })
		for (let turn = 0; turn < 2; turn++) {
			const x = random(2 * n)
			device.queue.writeBuffer(src, 0, x)
			const encoder = device.createCommandEncoder()
			await plan.encodeForward(encoder, dst, src)
			near(await read(encoder, dst, 0), await plan.forward(x))
		}
		const x = random(2 * n), real = await e.plan({ kind: "r2c", shape: [n] }), both = device.createCommandEncoder()
		device.queue.writeBuffer(src, 256, x)
		await plan.encodeForward(both, { buffer: src, offset: 256 }, { buffer: src, offset: 256 })
		await plan.encodeInverse(both, { buffer: dst }, { buffer: src, offset: 256 })
		await real.encodeForward(both, src, dst)
		await real.encodeInverse(both, { buffer: dst, offset: 256 }, src)
		await real.close() // before the page submits
		near((await read(both, dst, 256)).slice(0, n), x.slice(0, n))
		for (const wrong of [{}, { buffer: src, offset: 1.5 }, { buffer: src, offset: 4 }, { buffer: src, at: 0 }, null,
			{ buffer: { size: 8 } }, { buffer: src, offset: 8 * n }]) {
			const text = await error(plan.encodeForward(device.createCommandEncoder(), dst, wrong))
			if (text === "no error") throw new Error(JSON.stringify(wrong))
		}
		if (!(await error(plan.encodeForward(device.createCommandEncoder(), src, src.label))).includes("GPUBuffer"))
			throw new Error("a text is no buffer")
		await plan.close()
		await e.close()
		const again = await open({ device })
		near(await again.fft(new Float32Array([1, 0])), [1, 0])
		await again.close()
		near(await (await open({ device: "cpu" })).fft(new Float32Array([1, 0])), [1, 0]) // the page goes on
		device.pushErrorScope("validation")
		device.createBuffer({ size: 16, usage }).destroy()
		if (await device.popErrorScope() || uncaptured) throw new Error("errors of the page")
		return "done"
	`))
}

// TestBadPages opens engines in pages where WebGPU is missing, refuses, or fails. No call hangs.
func TestBadPages(t *testing.T) {
	ctx, c := start(t, Flags...)
	for _, test := range []struct{ name, body, want string }{
		{"no WebGPU", `
			Object.defineProperty(navigator, "gpu", { value: undefined, configurable: true })
			const e = await open()
			near(await e.fft(new Float32Array([1, 0])), [1, 0])
			return e.adapter + ": " + e.reason + "; " + await error(open(software))
		`, "CPU engine: this browser has no WebGPU"},
		{"no adapter", `
			navigator.gpu.requestAdapter = async () => null
			const e = await open()
			return e.adapter + ": " + e.reason
		`, "CPU engine: the browser offers no GPU to this page"},
		{"requestAdapter fails", `
			navigator.gpu.requestAdapter = async () => { throw new Error("no") }
			return (await open()).reason
		`, "the browser offers no GPU"},
		{"a refused device", `
			GPUAdapter.prototype.requestDevice = async () => { throw new Error("no") }
			return await error(open(software))
		`, "refused to open it"},
		{"an unknown adapter", `return await error(open({ device: "nobody" }))`, `named like "nobody"`},
		{"a number as a device", `return await error(open({ device: 7 }))`, "a name or a GPUDevice"},
		{"an object with a queue as a device", `return await error(open({ device: { queue: {} } }))`, "no GPUDevice"},
		{"an object as a device", `return await error(open({ device: {} }))`, "no GPUDevice"},
		{"a lost device", `
			const device = await (await navigator.gpu.requestAdapter()).requestDevice()
			const e = await open({ device }), x = random(1 << 16)
			const first = e.fft(x)
			device.destroy()
			const texts = [await error(first), await error(e.fft(x)), await error(e.plan({ shape: [77] }))]
			await error(e.close())
			if (!texts.slice(1).every(s => s.includes("lost"))) return texts.join("; ")
			const other = await (await navigator.gpu.requestAdapter()).requestDevice()
			near(await (await open({ device: other })).fft(new Float32Array([1, 0])), [1, 0])
			return "works"
		`, "works"},
		{"the engine's device is lost", `
			const request = GPUAdapter.prototype.requestDevice
			let own
			GPUAdapter.prototype.requestDevice = async function (...args) {
				return own = await request.apply(this, args)
			}
			const e = await open(software), x = random(1 << 16)
			const plan = await e.plan({ shape: [64] }), first = error(e.fft(x)), made = error(e.plan({ shape: [1009] }))
			own.destroy()
			await Promise.all([first, made])
			const texts = [await error(e.fft(x)), await error(plan.forward(random(128)))]
			await error(plan.close())
			await error(e.close())
			if (!texts.every(s => s.includes("lost"))) return texts.join("; ")
			near(await (await open(software)).fft(new Float32Array([1, 0])), [1, 0])
			return "works"
		`, "works"},
		{"more memory than a page has", `
			const e = await open(software)
			return await error(e.plan({ shape: [1 << 30] }))
		`, "wgfft: "},
		{"storage that is full", `
			const wisdom = { getItem() { throw new Error("full") }, setItem() { throw new Error("full") } }
			const e = await open({ device: "software", wisdom })
			near(await e.fft(new Float32Array([1, 0])), [1, 0])
			return "works"
		`, "works"},
		{"the program ends", `
			const e = await open(software), x = random(1 << 16)
			const resume = [], run = Go.prototype._resume
			Go.prototype._resume = function () { resume.push(this); return run.call(this) }
			const pending = error(e.fft(x))
			resume[0].exited = true // as the runtime leaves it after a fatal error
			Go.prototype._resume = run
			resume[0]._resolveExitPromise()
			const texts = [await pending, await error(e.fft(x)), await error(e.close())]
			if (!texts.every(s => s.includes("the program ended"))) return texts.join("; ")
			near(await (await open({ device: "cpu" })).fft(new Float32Array([1, 0])), [1, 0]) // a new program
			return "works"
		`, "works"},
		{"a file that does not come", `
			const load = WebAssembly.instantiateStreaming
			WebAssembly.instantiateStreaming = async () => { throw new Error("no file") }
			const again = "/wgfft.js?again" // another instance of the module, without a program
			const module = await import(again)
			const text = await error(module.open())
			WebAssembly.instantiateStreaming = load
			near(await (await module.open({ device: "cpu" })).fft(new Float32Array([1, 0])), [1, 0])
			return text
		`, "no file"},
		{"two programs at once", `
			const modules = await Promise.all(["/wgfft.js?1", "/wgfft.js?2"].map(file => import(file)))
			const engines = await Promise.all(modules.map(m => m.open({ device: "cpu" })))
			for (const e of engines) near(await e.fft(new Float32Array([1, 0])), [1, 0])
			return "works"
		`, "works"},
		{"two engines at once", `
			const engines = await Promise.all([open(software), open(software), open({ device: "cpu" })])
			const x = random(2 * 500), want = dft(x)
			const all = await Promise.all(engines.flatMap(e => [e.fft(x), e.fft(x), e.fft(x)]))
			all.forEach(y => near(y, want))
			await engines[0].close()
			near(await engines[1].fft(x), want)
			return "works"
		`, "works"},
		{"closed while it computes", `
			const e = await open(software), x = random(1 << 16)
			const calls = [1, 2, 3].map(() => error(e.fft(x)))
			await e.close()
			const texts = await Promise.all(calls)
			return texts.every(s => s === "no error" || s.includes("closed")) ? "works" : texts.join("; ")
		`, "works"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := openSite(ctx, t, c, "?device=cpu")
			require.Contains(t, script(ctx, t, p, test.body), test.want)
		})
	}
}

// TestPageInTheBackground computes in a page that another page hides.
func TestPageInTheBackground(t *testing.T) {
	ctx, c := start(t, Flags...)
	p := openSite(ctx, t, c, "?device=cpu")
	require.NoError(t, p.WaitFor(ctx, ready))
	_, err := c.Open(ctx, "about:blank")
	require.NoError(t, err)
	require.NoError(t, p.WaitFor(ctx, "document.hidden"))
	require.Equal(t, "works", script(ctx, t, p, `
		const e = await open(software), x = random(2 * 500)
		for (let turn = 0; turn < 5; turn++) near(await e.fft(x), dft(x))
		await e.close()
		return "works"
	`))
}
