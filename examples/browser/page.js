// A page that draws spectrograms and filters a picture, with wgfft.
import { open } from "./wgfft.js"

const $ = id => document.getElementById(id)
const show = error => { $("error").textContent = error.message ?? error }
addEventListener("unhandledrejection", event => show(event.reason))
addEventListener("error", event => show(event.error ?? event))

const device = new URLSearchParams(location.search).get("device") ?? "auto"
const engine = await open({ device, wisdom: localStorage })
$("adapter").textContent = engine.adapter + (engine.reason ? `: ${engine.reason}` : "")

// times returns a function that records the time of a frame and shows the mean of the last 20. The first frame does not
// count, because it compiles kernels.
function times(id) {
	const last = []
	let first = true
	return ms => {
		if (first) {
			first = false
			return
		}
		last.push(ms)
		if (last.length > 20) last.shift()
		const mean = last.reduce((a, b) => a + b) / last.length
		$(id).textContent = `${mean.toFixed(1)} ms per frame on ${engine.adapter}`
	}
}

// --- The spectrogram: each frame transforms some windows of samples and draws a column for each.

const points = 1024, hop = 256, columns = 24
const plan = await engine.plan({ kind: "r2c", shape: [points], batch: columns })
const hann = Float32Array.from({ length: points }, (_, i) => 0.5 - 0.5 * Math.cos(2 * Math.PI * i / points))
const spectrogram = $("spectrogram").getContext("2d")
const spectrogramTime = times("spectrogram-time")
let source = 0 // the number of the source that plays; a new number ends the source before

// colour maps 0 to 1 to black, purple, orange and white.
function colour(v) {
	const c = x => Math.max(0, Math.min(255, 255 * x))
	return [c(2 * v), c(2 * v - 0.8), c(v < 0.4 ? v : v < 0.7 ? 0.8 - v : 3 * v - 2)]
}

async function drawColumns(samples) {
	const start = performance.now()
	const windows = new Float32Array(columns * points)
	for (let c = 0; c < columns; c++) {
		for (let i = 0; i < points; i++) windows[c * points + i] = hann[i] * samples[c * hop + i]
	}
	const bins = await plan.forward(windows)
	const { width, height } = spectrogram.canvas
	spectrogram.drawImage(spectrogram.canvas, -columns, 0)
	const image = spectrogram.createImageData(columns, height)
	for (let c = 0; c < columns; c++) {
		for (let y = 0; y < height; y++) {
			const at = 2 * (c * (points / 2 + 1) + Math.floor((height - 1 - y) / height * points / 2))
			const power = bins[at] ** 2 + bins[at + 1] ** 2
			const [r, g, b] = colour((Math.log10(power + 1e-12) + 4) / 8)
			image.data.set([r, g, b, 255], 4 * (y * columns + c))
		}
	}
	spectrogram.putImageData(image, width - columns, 0)
	spectrogramTime(performance.now() - start)
}

const frame = () => new Promise(requestAnimationFrame)
const needed = (columns - 1) * hop + points

async function playSamples(samples) {
	const mine = ++source
	for (let at = 0; at + needed <= samples.length && mine === source; at += columns * hop) {
		await drawColumns(samples.subarray(at, at + needed))
		await frame()
	}
}

async function playFile(data) {
	const context = new OfflineAudioContext(1, 1, 22050)
	await playSamples((await context.decodeAudioData(data)).getChannelData(0))
}

async function playMicrophone() {
	const mine = ++source
	const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
	const context = new AudioContext()
	const analyser = new AnalyserNode(context, { fftSize: 8192 })
	context.createMediaStreamSource(stream).connect(analyser)
	const samples = new Float32Array(8192)
	while (mine === source) {
		analyser.getFloatTimeDomainData(samples)
		await drawColumns(samples.subarray(8192 - needed))
		await new Promise(resolve => setTimeout(resolve, 1000 * columns * hop / context.sampleRate))
	}
	stream.getTracks().forEach(track => track.stop())
	await context.close()
}

$("sound").onclick = async () => playFile(await (await fetch("dawn.wav")).arrayBuffer()).catch(show)
$("file").onchange = async event => playFile(await event.target.files[0].arrayBuffer()).catch(show)
$("microphone").onclick = () => playMicrophone().catch(show)
$("stop").onclick = () => { source++ }

// --- The picture: each frame multiplies the spectrum of the picture by gains.

const size = 512
const picture = $("picture").getContext("2d")
const pictureTime = times("picture-time")
let grey, busy = false, live = false

async function loadPicture(blob) {
	const bitmap = await createImageBitmap(blob)
	const scratch = new OffscreenCanvas(size, size).getContext("2d")
	scratch.drawImage(bitmap, 0, 0, size, size)
	const { data } = scratch.getImageData(0, 0, size, size)
	grey = new Float32Array(size * size)
	for (let i = 0; i < grey.length; i++) grey[i] = 0.3 * data[4 * i] + 0.6 * data[4 * i + 1] + 0.1 * data[4 * i + 2]
	await drawPicture()
}

// gainsOf returns the gains of a Gaussian low-pass or high-pass filter for the half spectrum of the picture.
function gainsOf(cutoff, high) {
	const gains = new Float32Array(size * (size / 2 + 1))
	for (let y = 0; y < size; y++) {
		const fy = y < size / 2 ? y : y - size
		for (let x = 0; x <= size / 2; x++) {
			const low = Math.exp(-(fy * fy + x * x) / (2 * cutoff * cutoff))
			gains[y * (size / 2 + 1) + x] = high ? 1 - low : low
		}
	}
	return gains
}

async function drawPicture() {
	if (busy || !grey) return
	busy = true
	try {
		const high = $("high").checked
		const gains = gainsOf(Number($("cutoff").value), high)
		const start = performance.now()
		const filtered = await engine.filter(grey, gains, { shape: [size, size] })
		pictureTime(performance.now() - start)
		const image = picture.createImageData(size, size)
		for (let i = 0; i < filtered.length; i++) {
			const v = high ? 128 + 2 * filtered[i] : filtered[i]
			image.data.set([v, v, v, 255], 4 * i)
		}
		picture.putImageData(image, 0, 0)
	} finally {
		busy = false
	}
}

$("cutoff").oninput = $("high").onchange = () => drawPicture().catch(show)
$("image").onchange = event => loadPicture(event.target.files[0]).catch(show)
$("live").onclick = async () => {
	live = !live
	for (let t = 0; live; t++) {
		$("cutoff").value = 40 + 36 * Math.sin(t / 10)
		await drawPicture().catch(error => { live = false; show(error) })
		await frame()
	}
}
await loadPicture(await (await fetch("lighthouse.png")).blob())
document.documentElement.dataset.ready = "yes"
