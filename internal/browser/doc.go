// Package browser runs pages in chromium without a window, for tests.
//
// A Server serves files on localhost and collects what pages post. Chromium is controlled through a pipe with the
// DevTools protocol (chromedevtools.github.io/devtools-protocol): messages in JSON, each ended by a zero byte.
package browser
