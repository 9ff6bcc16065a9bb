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

// Limits of the code that plans transforms and generates kernels.
const (
	maxComplexity = 25 // cyclomatic complexity of a function
	maxFields     = 12 // fields of a struct
)

// limitedFolders are the folders with these limits for functions and structs.
var limitedFolders = []string{"wgsl", "hier", "plan", "realdct"}

// isLimited reports whether the limits hold for a file.
func isLimited(path string) bool {
	folder, _, _ := strings.Cut(filepath.ToSlash(path), "/")
	return slices.Contains(limitedFolders, folder)
}

// tooComplex returns a finding for each function and each struct of a file beyond the limits.
func tooComplex(path string, text []byte) (findings []string, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	add := func(pos token.Pos, format string, args ...any) {
		findings = append(findings, fmt.Sprintf("%s:%d: %s", path, files.Position(pos).Line, fmt.Sprintf(format,
			args...)))
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if c := complexity(n); c > maxComplexity {
				add(n.Pos(), "%s has a cyclomatic complexity of %d, at most %d is allowed", n.Name.Name, c,
					maxComplexity)
			}
		case *ast.TypeSpec:
			if s, ok := n.Type.(*ast.StructType); ok && s.Fields.NumFields() > maxFields {
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
