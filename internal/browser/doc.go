// Package browser builds programs for web pages, and runs pages in chromium without a window, for tests.
//
// Build and BuildSite build programs. Serve serves files on localhost. Chromium.Run runs a program in a page and
// collects its output. Chromium is controlled through a pipe with the DevTools protocol
// (chromedevtools.github.io/devtools-protocol): messages in JSON, each ended by a zero byte.
package browser
