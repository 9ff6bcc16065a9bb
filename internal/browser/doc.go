// Package browser runs pages in chromium without a window, for tests.
//
// Serve serves files on localhost, and Chromium.Run collects what a page posts. Chromium is controlled through a pipe
// with the DevTools protocol (chromedevtools.github.io/devtools-protocol): messages in JSON, each ended by a zero byte.
package browser
