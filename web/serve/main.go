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

// dir is the folder of the site.
const dir = "web/dist"

func main() {
	address := flag.String("address", "localhost:8080", "host and port to serve on")
	onlyBuild := flag.Bool("build", false, "only build, do not serve")
	flag.Parse()
	err := build()
	if err == nil && !*onlyBuild {
		fmt.Printf("open http://%s/\n", *address)
		err = http.ListenAndServe(*address, http.FileServer(http.Dir(dir)))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

// build builds the site and prints its size.
func build() error {
	if err := browser.BuildSite(context.Background(), ".", dir); err != nil {
		return err
	}
	size, err := browser.WasmSize(dir)
	if err == nil {
		fmt.Printf("%s/wgfft.wasm: %v\n", dir, size)
	}
	return err
}
