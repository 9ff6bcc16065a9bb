//go:build !js

// Serve builds package web and the example page into web/dist, and serves them on localhost:
//
//	go run ./web/serve [-build]
package main

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"

	"wgfft/internal/browser"
)

func main() {
	address := flag.String("address", "localhost:8080", "where to serve")
	onlyBuild := flag.Bool("build", false, "build and do not serve")
	flag.Parse()
	const dir = "web/dist"
	size, compressed, err := browser.BuildSite(context.Background(), ".", dir)
	if err == nil {
		fmt.Printf("%s/wgfft.wasm: %.2f MB, %.2f MB compressed by gzip\n", dir,
			float64(size)/1e6, float64(compressed)/1e6)
		if !*onlyBuild {
			fmt.Printf("open http://%s/\n", *address)
			err = http.ListenAndServe(*address, http.FileServer(http.Dir(dir)))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}
