// Package wav reads RIFF/WAVE sound files into float32 samples and writes plain 16-bit ones.
//
// # The format
//
// A file is a form of chunks, all numbers little-endian:
//
//	"RIFF" size "WAVE"                  or "RF64" / "BW64" where sizes need 64 bits
//	"ds64" 28+   RIFF size, data size   RF64 only: 64-bit sizes that stand in for 0xFFFFFFFF
//	"fmt " 16+   tag, channels, frames per second, bytes per second, bytes per frame, bits per sample
//	"data" size  frames, each one sample per channel
//
// and any others, which are skipped; an odd chunk is followed by one byte of padding. Tag 1 is whole
// numbers of 8 (unsigned), 16, 24 or 32 bits, tag 3 IEEE floats of 32 or 64; under tag 0xFFFE
// (WAVE_FORMAT_EXTENSIBLE) the real one leads the GUID at byte 24. A whole number v of b bits,
// high-aligned in its bytes, becomes v / 2^(b-1), in [-1, 1); floats are taken as they are.
//
// A program that writes into a pipe cannot go back to fill in the size of data. It leaves 0,
// 0xFFFFFFFF or (SoX) 0x7FFFF000 rounded down to whole frames: then data reaches to the end of the
// file. A data size of 0 followed by more chunks within the RIFF size is a sound of no frames.
//
// # Hostile input
//
// Sizes are claims: other chunks are passed over without being held, and samples grow with the bytes
// that arrive. A file that ends early gives the frames it has and a [*TruncatedError].
//
// # Why not github.com/go-audio/wav
//
// Tried at v1.1.0: float samples come back as the whole numbers of their bits with no error, 64-bit
// ones not at all; a file cut short is a shorter sound with no error; a LIST or smpl chunk of 24 bytes
// that claims 2 GiB allocates 2 GiB; there is no RF64 and no reading of streamed sizes, and the
// reader must be able to seek.
//
// References: IBM and Microsoft 1991, "Multimedia Programming Interface and Data Specifications 1.0";
// Microsoft, WAVEFORMATEXTENSIBLE; EBU Tech 3306 and ITU-R BS.2088 for RF64 and BW64.
package wav
