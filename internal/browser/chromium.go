//go:build !js

package browser

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// ErrAbsent is returned if chromium is not installed.
var ErrAbsent = errors.New("browser: chromium is not installed: run make test-browser, which installs it on Debian")

// A Chromium is a running browser.
type Chromium struct {
	command *exec.Cmd
	to      *os.File // the pipe of commands
	stderr  text
	profile string

	mu      sync.Mutex
	last    int                 // number of the last command
	waiting map[int]chan answer // by the numbers of their commands
	console []string
	gone    bool // chromium has ended
}

// text is a text that one goroutine writes and others read.
type text struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write implements io.Writer.
func (t *text) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.b.Write(p)
}

// String returns the text written so far.
func (t *text) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.b.String()
}

// answer is the answer to a command of the protocol, or an event.
type answer struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// Flags are the flags that give pages WebGPU. Chromium uses its software driver if there is no hardware.
var Flags = []string{"--enable-unsafe-webgpu"}

// Start starts chromium. The caller closes it.
func Start(ctx context.Context, flags ...string) (*Chromium, error) {
	path, err := exec.LookPath("chromium")
	if err != nil {
		return nil, ErrAbsent
	}
	fromUs, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer fromUs.Close()
	from, toUs, err := os.Pipe()
	if err != nil {
		to.Close()
		return nil, err
	}
	defer toUs.Close()
	profile, err := os.MkdirTemp("", "wgfft-chromium")
	if err != nil {
		to.Close()
		from.Close()
		return nil, err
	}
	c := &Chromium{to: to, profile: profile, waiting: map[int]chan answer{}}
	c.command = exec.CommandContext(ctx, path, append([]string{
		"--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--remote-debugging-pipe", "--no-first-run",
		"--disable-background-networking", "--user-data-dir=" + profile, "--window-size=1100,900",
		"--autoplay-policy=no-user-gesture-required",
	}, flags...)...)
	c.command.ExtraFiles = []*os.File{fromUs, toUs} // --remote-debugging-pipe reads file 3 and writes file 4
	c.command.Stderr = &c.stderr
	c.command.WaitDelay = 5 * time.Second
	if err := c.command.Start(); err != nil {
		to.Close()
		from.Close()
		return nil, errors.Join(err, os.RemoveAll(profile))
	}
	go c.read(from)
	return c, nil
}

// read delivers answers to the calls that wait for them, until chromium ends.
func (c *Chromium) read(from *os.File) {
	defer from.Close()
	r := bufio.NewReaderSize(from, 1<<20)
	for {
		text, err := r.ReadBytes(0)
		if err != nil {
			break
		}
		var a answer
		if json.Unmarshal(text[:len(text)-1], &a) != nil {
			continue
		}
		c.mu.Lock()
		if w := c.waiting[a.ID]; w != nil {
			w <- a
			delete(c.waiting, a.ID)
		}
		if a.Method == "Runtime.consoleAPICalled" || a.Method == "Runtime.exceptionThrown" ||
			a.Method == "Inspector.targetCrashed" {
			c.console = append(c.console, a.Method+" "+string(a.Params))
		}
		c.mu.Unlock()
	}
	c.mu.Lock()
	c.gone = true
	for _, w := range c.waiting {
		close(w)
	}
	c.waiting = nil
	c.mu.Unlock()
}

// call sends a command of the protocol and reads its result.
func (c *Chromium) call(ctx context.Context, session, method string, params, result any) error {
	c.mu.Lock()
	if c.gone {
		c.mu.Unlock()
		return fmt.Errorf("browser: %s: chromium has ended: %s", method, c.stderr.String())
	}
	c.last++
	id, wait := c.last, make(chan answer, 1)
	c.waiting[id] = wait
	message := map[string]any{"id": id, "method": method, "params": params}
	if session != "" {
		message["sessionId"] = session
	}
	text, err := json.Marshal(message)
	if err == nil {
		_, err = c.to.Write(append(text, 0))
	}
	c.mu.Unlock()
	if err != nil {
		return err
	}
	select {
	case a, ok := <-wait:
		switch {
		case !ok:
			return fmt.Errorf("browser: %s: chromium has ended: %s", method, c.stderr.String())
		case a.Error != nil:
			return fmt.Errorf("browser: %s: %s", method, a.Error.Message)
		case result == nil:
			return nil
		}
		return json.Unmarshal(a.Result, result)
	case <-ctx.Done():
		return fmt.Errorf("browser: %s: %w", method, ctx.Err())
	}
}

// Close ends chromium and removes its files.
func (c *Chromium) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := c.call(ctx, "", "Browser.close", map[string]any{}, nil); err != nil {
		c.command.Process.Kill()
	}
	stop := time.AfterFunc(5*time.Second, func() { c.command.Process.Kill() })
	defer stop.Stop()
	c.command.Wait()
	c.to.Close()
	return os.RemoveAll(c.profile)
}

// Console returns the messages and exceptions of all pages so far.
func (c *Chromium) Console() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.Join(c.console, "\n")
}

// A Page is an open page.
type Page struct {
	c       *Chromium
	session string
}

// Open opens a page.
func (c *Chromium) Open(ctx context.Context, url string) (*Page, error) {
	var target struct{ TargetID string }
	if err := c.call(ctx, "", "Target.createTarget", map[string]any{"url": "about:blank"}, &target); err != nil {
		return nil, err
	}
	var attached struct{ SessionID string }
	if err := c.call(ctx, "", "Target.attachToTarget", map[string]any{
		"targetId": target.TargetID, "flatten": true,
	}, &attached); err != nil {
		return nil, err
	}
	p := &Page{c, attached.SessionID}
	for _, domain := range []string{"Runtime.enable", "Page.enable", "Inspector.enable"} {
		if err := c.call(ctx, p.session, domain, map[string]any{}, nil); err != nil {
			return nil, err
		}
	}
	return p, c.call(ctx, p.session, "Page.navigate", map[string]any{"url": url}, nil)
}

// Eval evaluates an expression of JavaScript, waits for it if it is a promise, and reads its value as JSON.
func (p *Page) Eval(ctx context.Context, expression string, result any) error {
	var out struct {
		Result struct {
			Value json.RawMessage
		}
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	err := p.c.call(ctx, p.session, "Runtime.evaluate", map[string]any{
		"expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true,
	}, &out)
	switch {
	case err != nil:
		return err
	case out.ExceptionDetails != nil:
		return fmt.Errorf("browser: %.80s: %s %s", expression, out.ExceptionDetails.Text,
			out.ExceptionDetails.Exception.Description)
	case result == nil || out.Result.Value == nil:
		return nil
	}
	return json.Unmarshal(out.Result.Value, result)
}

// WaitFor evaluates an expression until it is true.
func (p *Page) WaitFor(ctx context.Context, expression string) error {
	for {
		var ok bool
		if err := p.Eval(ctx, "Boolean("+expression+")", &ok); err != nil || ok {
			return err
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			return fmt.Errorf("browser: %s: %w\n%s", expression, ctx.Err(), p.c.Console())
		}
	}
}

// Click clicks into the middle of the element that a CSS selector finds.
func (p *Page) Click(ctx context.Context, selector string) error {
	var at []float64
	name, _ := json.Marshal(selector)
	err := p.Eval(ctx, fmt.Sprintf(`(() => {
		const e = document.querySelector(%s)
		if (!e) throw new Error("no such element")
		e.scrollIntoView({block: "center"})
		const r = e.getBoundingClientRect()
		return [r.x + r.width / 2, r.y + r.height / 2]
	})()`, name), &at)
	if err != nil {
		return err
	}
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		if err := p.c.call(ctx, p.session, "Input.dispatchMouseEvent", map[string]any{
			"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1,
		}, nil); err != nil {
			return err
		}
	}
	return nil
}

// Screenshot returns the page as a PNG file.
func (p *Page) Screenshot(ctx context.Context) ([]byte, error) {
	var out struct{ Data string }
	if err := p.c.call(ctx, p.session, "Page.captureScreenshot", map[string]any{"format": "png"}, &out); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(out.Data)
}
