// Command lint has checks that gofmt, vet and staticcheck do not have. Lines in Go files, Markdown
// and scripts have at most 120 columns. Every exported symbol has a doc comment that starts with its
// name. Outside of tests the complexity, the lines and the parameters of functions and the fields of structs are
// limited.
//
//	go run ./internal/lint
//
// It prints one line for each finding and exits with status 1 if there are any.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// maxColumns is the longest line, with a tab counted as four columns.
const maxColumns = 120

// columnFiles are the endings of the files with limited lines.
var columnFiles = map[string]bool{".go": true, ".md": true, ".sh": true, "": true}

func main() {
	findings, err := check(".")
	for _, f := range findings {
		fmt.Println(f)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "lint:", err)
		os.Exit(2)
	}
	if len(findings) > 0 {
		os.Exit(1)
	}
}

// check returns the findings of all files below a directory.
func check(root string) (findings []string, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if name == "testdata" || strings.HasPrefix(name, ".") && name != "." && name != ".ci" {
				return filepath.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() || !columnFiles[filepath.Ext(name)] {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !utf8.Valid(text) {
			return nil // a binary without an ending
		}
		findings = append(findings, longLines(path, string(text))...)
		if filepath.Ext(name) == ".go" && !strings.HasSuffix(name, "_test.go") {
			undocumented, err := missingDocs(path, text)
			if err != nil {
				return err
			}
			findings = append(findings, undocumented...)
			beyond, err := beyondLimits(path, text)
			if err != nil {
				return err
			}
			findings = append(findings, beyond...)
		}
		return nil
	})
	return findings, err
}

// longLines returns a finding for each line of more than maxColumns columns.
func longLines(path, text string) (findings []string) {
	for i, line := range strings.Split(text, "\n") {
		if n := utf8.RuneCountInString(line) + 3*strings.Count(line, "\t"); n > maxColumns {
			findings = append(findings, fmt.Sprintf("%s:%d: %d columns, at most %d are allowed", path, i+1, n,
				maxColumns))
		}
	}
	return findings
}

// missingDocs returns a finding for each exported symbol of a file that has no doc comment, or one that starts with
// another word. Methods of unexported types and the methods of fmt.Stringer and error may go without.
func missingDocs(path string, text []byte) (findings []string, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, text, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	need := func(name *ast.Ident, doc *ast.CommentGroup) {
		if name.IsExported() && !startsWith(doc, name.Name) {
			line := files.Position(name.Pos()).Line
			findings = append(findings, fmt.Sprintf("%s:%d: %s needs a doc comment that starts with its name",
				path, line, name.Name))
		}
	}
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if !isPlainMethod(d) {
				need(d.Name, d.Doc)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					doc := s.Doc
					if doc == nil {
						doc = d.Doc
					}
					need(s.Name, doc)
				case *ast.ValueSpec:
					// In a group the comment of the group or of the line is enough.
					if d.Lparen.IsValid() && (d.Doc != nil || s.Doc != nil || s.Comment != nil) {
						continue
					}
					for _, name := range s.Names {
						need(name, d.Doc)
					}
				}
			}
		}
	}
	return findings, nil
}

// startsWith reports whether a doc comment begins with a name, after an article if there is one.
func startsWith(doc *ast.CommentGroup, name string) bool {
	text := doc.Text()
	for _, article := range []string{"A ", "An ", "The "} {
		text = strings.TrimPrefix(text, article)
	}
	return strings.HasPrefix(text, name)
}

// isPlainMethod reports whether a function is a method that needs no comment. These are the methods of unexported
// types, and undocumented methods String, Error, Unwrap and Is.
func isPlainMethod(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return false
	}
	switch d.Name.Name {
	case "String", "Error", "Unwrap", "Is":
		if d.Doc == nil {
			return true
		}
	}
	receiver := d.Recv.List[0].Type
	for {
		switch r := receiver.(type) {
		case *ast.StarExpr:
			receiver = r.X
		case *ast.IndexExpr:
			receiver = r.X
		case *ast.IndexListExpr:
			receiver = r.X
		case *ast.Ident:
			return !r.IsExported()
		default:
			return false
		}
	}
}
