package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
)

// Limits of functions, from func to the closing brace, and of structs.
const (
	maxComplexity = 25 // cyclomatic complexity of a function
	maxLines      = 60 // lines of a function
	maxParameters = 6  // parameters of a function
	maxFields     = 12 // fields of a struct
)

// manyFields is the file of the one struct that may have more fields. Users set the fields of Problem by name.
const manyFields = "problem.go"

// Folders whose functions may have more parameters. The public functions of imaging that prepare a filter have those
// of the functions that filter once, and a context, an engine and a size before them.
var manyParameters = []string{"imaging"}

// isIn reports whether a file is in one of some folders.
func isIn(path string, folders []string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool {
		return strings.HasPrefix(filepath.ToSlash(path), folder+"/")
	})
}

// beyondLimits returns a finding for each function and each struct of a file beyond the limits.
func beyondLimits(path string, text []byte) (findings []string, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	line := func(pos token.Pos) int { return files.Position(pos).Line }
	add := func(pos token.Pos, format string, args ...any) {
		findings = append(findings, fmt.Sprintf("%s:%d: %s", path, line(pos), fmt.Sprintf(format, args...)))
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if c := complexity(n); c > maxComplexity {
				add(n.Pos(), "%s has a cyclomatic complexity of %d, at most %d is allowed", n.Name.Name, c,
					maxComplexity)
			}
			if p := n.Type.Params.NumFields(); p > maxParameters && !isIn(path, manyParameters) {
				add(n.Pos(), "%s has %d parameters, at most %d are allowed", n.Name.Name, p, maxParameters)
			}
			if l := line(n.End()) - line(n.Pos()) + 1; l > maxLines {
				add(n.Pos(), "%s has %d lines, at most %d are allowed", n.Name.Name, l, maxLines)
			}
		case *ast.TypeSpec:
			s, ok := n.Type.(*ast.StructType)
			if ok && s.Fields.NumFields() > maxFields && filepath.ToSlash(path) != manyFields {
				add(n.Pos(), "%s has %d fields, at most %d are allowed", n.Name.Name, s.Fields.NumFields(), maxFields)
			}
		}
		return true
	})
	return findings, nil
}

// complexity returns the cyclomatic complexity of a function: 1, and 1 for each if, for, case, && and
// ||. Function literals count as parts of the function.
func complexity(f *ast.FuncDecl) int {
	count := 1
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			count++
		case *ast.CaseClause:
			if n.List != nil {
				count++
			}
		case *ast.CommClause:
			if n.Comm != nil {
				count++
			}
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				count++
			}
		}
		return true
	})
	return count
}
