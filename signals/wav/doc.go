// Package wav reads RIFF/WAVE and Wave64 audio files into float32 samples and writes 16-bit RIFF/WAVE ones.
//
//	r, err := wav.NewReader(file) // or wav.Read(file) for all samples at once
//	if err != nil {
//		return err
//	}
//	psd, err := welch.PowerStream(ctx, r)
//
// # Format
//
// A file is a sequence of chunks. All numbers are little-endian.
//
//	"RIFF" size "WAVE"                  or "RF64" / "BW64" if sizes need 64 bits
//	"ds64" 28+   RIFF size, data size   RF64 only: 64-bit sizes in place of 0xFFFFFFFF
//	"fmt " 16+   tag, channels, frames per second, bytes per second, bytes per frame, bits per sample
//	"data" size  frames, each with one sample per channel
//
// In Wave64 files (.w64) a GUID takes the place of an id, sizes have 64 bits and count the header of 24 bytes, and
// chunks start at multiples of 8 bytes.
//
// Other chunks are skipped. A chunk of odd size is followed by one byte of padding, which some
// programs omit; it is recognized by the next chunk's id. The frames of further data chunks within
// the RIFF size follow those of the first. A further fmt chunk must agree with the first.
//
//	tag 1        integers of 8 (unsigned), 16, 24 or 32 bits
//	tag 3        IEEE floats of 32 or 64 bits
//	tag 0xFFFE   WAVE_FORMAT_EXTENSIBLE: byte 24 of the chunk has the actual tag
//
// An integer v of b bits, left-aligned in its bytes, becomes
//
//	x = v / 2^(b-1)        in [-1, 1)                                                         (1)
//
// Floats are not scaled.
//
// A program that writes to a pipe cannot fill in the size of data afterwards. It leaves 0,
// 0xFFFFFFFF, or (SoX) 0x7FFFF000 rounded down to complete frames. The data then reaches to the end
// of the file. A data size of 0 with further chunks within the RIFF size means that there are no
// frames.
//
// # Untrusted input
//
// Sizes in a file are not trusted. Skipped chunks are not held in memory, and memory for samples
// grows with the bytes that arrive. If a file ends early, its frames are returned together with a
// [*TruncatedError].
//
// # Why not github.com/go-audio/wav
//
// Version 1.1.0 returns float samples as the integers of their bits, without an error. It returns a
// truncated file as a shorter one, without an error. A LIST or smpl chunk of 24 bytes that claims
// 2 GiB allocates 2 GiB. It reads neither RF64 nor streamed sizes, and it requires an io.Seeker.
//
// # References
//
//   - IBM and Microsoft 1991, Multimedia Programming Interface and Data Specifications 1.0.
//   - Microsoft, WAVEFORMATEXTENSIBLE.
//   - EBU Tech 3306 and ITU-R BS.2088, for RF64 and BW64.
//   - Sony Media Software 2006, Wave64 file format.
package wav
