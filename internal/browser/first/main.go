package main

import (
	"context"
	"fmt"
	"time"
	"wgfft"
	"wgfft/device"
)

func main() {
	a, err := device.Adapters()
	fmt.Println(a, err)
	t0 := time.Now()
	e, err := wgfft.Open(wgfft.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Adapter())
	e.Close()
	e, err = wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.Software}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Adapter(), time.Since(t0))
	for range 5 {
		t0 = time.Now()
		x, err := e.FFT(context.Background(), nil, []complex64{1, 2, 3, 4})
		fmt.Println(x, err, time.Since(t0))
	}
	fmt.Println(e.Close())
}
