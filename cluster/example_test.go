package cluster_test

import (
	"context"
	"fmt"
	"log"

	"wgfft"
	"wgfft/cluster"
)

// Each rank transforms its share of an array of 256 x 256 x 256 points. Start it with mpirun.
func Example() {
	comm, err := cluster.Init()
	if err != nil {
		log.Fatal(err)
	}
	local, err := comm.Local() // the ranks of this machine: each takes a GPU of its own
	if err != nil {
		log.Fatal(err)
	}
	device := wgfft.Choice{Kind: wgfft.ByIndex, Index: local.Rank()}
	eng, err := wgfft.Open(wgfft.Config{Device: device})
	if err != nil {
		log.Fatal(err) // ends all ranks
	}
	defer eng.Close()

	ctx := context.Background()
	problem := wgfft.Problem{Shape: []int{256, 256, 256}}
	p, err := cluster.Plan[complex64](ctx, comm, eng, problem, cluster.Options{})
	if err != nil {
		log.Fatal(err)
	}
	src, dst := make([]complex64, p.InputLen()), make([]complex64, p.OutputLen())
	planes := p.Input() // src holds these planes of axis 0
	for i := range src {
		src[i] = complex(float32(planes.First+i/(256*256)), 0)
	}
	if err := p.Forward(ctx, dst, src); err != nil {
		log.Fatal(err)
	}
	rows := p.Output() // dst has the shape 256 x rows.Count x 256: these rows of axis 1
	fmt.Println(comm.Rank(), rows.First, dst[0])
	if err := p.Close(); err != nil {
		log.Fatal(err)
	}
	if err := local.Close(); err != nil {
		log.Fatal(err)
	}
	if err := comm.Close(); err != nil {
		log.Fatal(err)
	}
}
