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
	maxFields     = 12 // fields of a struct in fieldFolders
)

// fieldFolders are the folders with the limit for structs.
var fieldFolders = []string{"wgsl", "hier", "plan", "realdct", "nd"}

// hasFieldLimit reports whether the limit for structs holds for a file.
func hasFieldLimit(path string) bool {
	folder, _, _ := strings.Cut(filepath.ToSlash(path), "/")
	return slices.Contains(fieldFolders, folder)
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
			if l := line(n.End()) - line(n.Pos()) + 1; l > maxLines {
				add(n.Pos(), "%s has %d lines, at most %d are allowed", n.Name.Name, l, maxLines)
			}
		case *ast.TypeSpec:
			s, ok := n.Type.(*ast.StructType)
			if ok && hasFieldLimit(path) && s.Fields.NumFields() > maxFields {
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
