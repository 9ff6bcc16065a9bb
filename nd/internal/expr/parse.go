package expr

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

// The text of a Func is parsed and checked. CheckFunc interprets the parsed text, and writer writes
// it again for kernels.

// A Type is the type of an expression.
type Type uint8

// The types.
const (
	TypeR Type = iota
	TypeC
	TypeBool
)

// String returns the type's name in a text.
func (t Type) String() string { return [...]string{"R", "C", "bool"}[t] }

// A code is an expression. eval computes it from the variables in env. A bool is 0 or 1.
type code struct {
	t     Type
	eval  func(env []complex128) complex128
	form  codeForm
	name  string  // a variable, an operator, x or y, or a function
	value float64 // the value of a number
	args  []code
}

// A codeForm is the form of an expression.
type codeForm uint8

// The forms.
const (
	codeNumber   codeForm = iota
	codeVariable          // name
	codeCounter           // name, the counter of a for
	codeUnary             // name args[0]
	codeBinary            // args[0] name args[1]
	codePart              // args[0].name
	codeCall              // name(args...)
)

// A statement has the word return, let, var, if or for, or = for an assignment. run runs it with the
// variables in env, and reports whether it returned. If it returned, env[0] is the result.
type statement struct {
	run      func(env []complex128) bool
	word     string
	name     string      // the variable, or the counter
	value    code        // the value, or the condition of if
	yes, no  []statement // the branches of if; yes is the body of for
	from, to int         // the range of the counter, without to
}

// A variable is a name in scope.
type variable struct {
	slot      int // its place in env
	t         Type
	isMutable bool
	isCounter bool
}

// A reader reads the tokens of a text.
type reader struct {
	tokens []string
	at     int // the index of the next token
	depth  int // the depth of nesting
}

// A Function is a parsed function.
type Function struct {
	Name   string
	Params []Type
	names  []string // the names of the parameters
	Result Type
	body   []statement
	Slots  int // the number of variables, and one for the result
	Work   int // the number of operations
}

// Interpret runs the function for operands, and returns its result. env has room for f.slots numbers.
func (f *Function) Interpret(env, operands []complex128) complex128 {
	copy(env[1:], operands)
	run(f.body, env)
	return env[0]
}

// A parser parses a function.
type parser struct {
	Function
	reader
	scope    []map[string]variable
	isSingle bool               // round to float32 after each operation
	exits    int                // the number of ifs with a path that returns
	internal map[string]builtin // functions that the text may call in addition to builtins
}

// A Refusal is the panic that ends parsing. parse returns it as an error.
type Refusal string

// Error implements error.
func (r Refusal) Error() string { return string(r) }

// token matches a token, a comment or white space.
var token = regexp.MustCompile(`^(?://[^\n]*|\s+|\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|\w+|` +
	`&&|\|\||->|[-+*/=!<>]=|[-+*/%<>=!(){},;:.])`)

// Parse reads the text of a Func. isSingle makes the interpreter round to float32.
func Parse(src string, isSingle bool) (*Function, error) {
	return (&parser{isSingle: isSingle}).parse(src)
}

// parse reads the text of a function.
func (p *parser) parse(src string) (_ *Function, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case Refusal:
			err = r
		default:
			err = fmt.Errorf("%v", r)
		}
	}()
	p.Slots, p.scope = 1, []map[string]variable{{}}
	if len(src) > 1<<16 {
		panic(Refusal("longer than 64 KiB"))
	}
	for len(src) > 0 {
		m := token.FindString(src)
		if m == "" {
			panic(Refusal(fmt.Sprintf("%q is not allowed", src[:1])))
		}
		if src = src[len(m):]; m[0] > ' ' && (len(m) < 2 || m[:2] != "//") {
			p.tokens = append(p.tokens, m)
		}
	}
	p.want("fn")
	p.Name = p.next()
	if !identifier.MatchString(p.Name) && p.internal == nil || reserved[p.Name] {
		panic(Refusal(fmt.Sprintf("%q is no name for a function", p.Name)))
	}
	p.want("(")
	for p.peek() != ")" {
		name := p.next()
		p.want(":")
		t := p.typ()
		p.declare(name, t, false)
		p.Params, p.names = append(p.Params, t), append(p.names, name)
		if p.peek() == "," {
			p.next()
		}
	}
	p.want(")")
	p.want("->")
	p.Result = p.typ()
	var returns bool
	p.body, returns = p.block()
	if !returns {
		panic(Refusal("not every path ends with return"))
	}
	if p.at < len(p.tokens) {
		panic(Refusal("more than one function"))
	}
	return &p.Function, nil
}

// peek returns the next token.
func (p *parser) peek() string {
	if p.at < len(p.tokens) {
		return p.tokens[p.at]
	}
	return "end"
}

// next returns the next token and moves on.
func (p *parser) next() string { t := p.peek(); p.at++; return t }

// want moves past a token that must be there.
func (p *parser) want(s string) {
	if t := p.next(); t != s {
		panic(Refusal(fmt.Sprintf("found %q, want %q", t, s)))
	}
}

// typ reads a type.
func (p *parser) typ() Type {
	switch t := p.next(); t {
	case "R":
		return TypeR
	case "C":
		return TypeC
	default:
		panic(Refusal(fmt.Sprintf("type %q is not R or C", t)))
	}
}

// declare adds a variable to the scope and returns its place in env.
func (p *parser) declare(name string, t Type, isMutable bool) int {
	if _, ok := builtins[name]; ok || !identifier.MatchString(name) || reserved[name] {
		panic(Refusal(fmt.Sprintf("%q is no name for a variable", name)))
	}
	p.scope[len(p.scope)-1][name] = variable{slot: p.Slots, t: t, isMutable: isMutable}
	p.Slots++
	return p.Slots - 1
}

// identifier matches the names that a program may use. Names that begin with nd_ belong to this
// package.
var identifier = regexp.MustCompile(`^(?:[A-Za-mo-z]|n(?:$|[^d]|d(?:$|[^_])))\w*$`)

// reserved has the words that can't be names.
var reserved = map[string]bool{"for": true, "while": true, "loop": true, "R": true, "C": true, "let": true, "var": true,
	"if": true, "return": true, "switch": true}

// look returns the variable of a name.
func (p *parser) look(name string) variable {
	for i := len(p.scope) - 1; i >= 0; i-- {
		if v, ok := p.scope[i][name]; ok {
			return v
		}
	}
	panic(Refusal(fmt.Sprintf("%q is not known, or not allowed", name)))
}

// maxDepth and maxOperations limit the size of texts, because the parsers of drivers recurse.
const (
	maxDepth      = 100
	maxOperations = 2000
)

// maxNesting limits the ifs inside each other. A driver may put all that follows an if with a return inside this if,
// and llvmpipe computes wrong values beyond 80 levels.
const maxNesting = 64

// enter counts a level of nesting.
func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		panic(Refusal("nested too deeply"))
	}
}

// block reads statements in braces. It reports whether every path through them returns.
func (p *parser) block() ([]statement, bool) {
	p.enter()
	p.want("{")
	p.scope = append(p.scope, map[string]variable{})
	var list []statement
	returns := false
	for p.peek() != "}" {
		if returns {
			panic(Refusal("statements after return"))
		}
		s, r := p.statement()
		list, returns = append(list, s), r
	}
	p.want("}")
	p.scope = p.scope[:len(p.scope)-1]
	p.depth--
	return list, returns
}

// run runs statements until one returns. It reports whether one did.
func run(list []statement, env []complex128) bool {
	for i := range list {
		if list[i].run(env) {
			return true
		}
	}
	return false
}

// statement reads a statement. It reports whether every path through it returns.
func (p *parser) statement() (statement, bool) {
	p.enter()
	defer func() { p.depth-- }()
	switch t := p.next(); t {
	case "return":
		e := p.expr(0)
		if e.t != p.Result {
			panic(Refusal(fmt.Sprintf("returns %v, want %v", e.t, p.Result)))
		}
		p.want(";")
		return statement{
			run:  func(env []complex128) bool { env[0] = e.eval(env); return true },
			word: t, value: e,
		}, true
	case "let", "var":
		return p.declaration(t), false
	case "if":
		return p.branch()
	case "for":
		return p.loop(), false
	default:
		return p.assignment(t), false
	}
}

// declaration reads what follows let or var.
func (p *parser) declaration(word string) statement {
	name, typed, want := p.next(), false, TypeR
	if p.peek() == ":" {
		p.next()
		typed, want = true, p.typ()
	}
	p.want("=")
	e := p.expr(0)
	if typed && e.t != want {
		panic(Refusal(fmt.Sprintf("%s: value of type %v, want %v", name, e.t, want)))
	}
	p.want(";")
	slot := p.declare(name, e.t, word == "var")
	return statement{
		run:  func(env []complex128) bool { env[slot] = e.eval(env); return false },
		word: word, name: name, value: e,
	}
}

// hasReturn reports whether a path through statements returns.
func hasReturn(list []statement) bool {
	return slices.ContainsFunc(list, func(s statement) bool {
		return s.word == "return" || hasReturn(s.yes) || hasReturn(s.no)
	})
}

// branch reads what follows if. It reports whether every path through it returns.
func (p *parser) branch() (statement, bool) {
	p.want("(")
	c := p.expr(0)
	p.want(")")
	if c.t != TypeBool {
		panic(Refusal("the condition of an if must be a bool"))
	}
	s := statement{word: "if", value: c}
	var r1, r2 bool
	s.yes, r1 = p.block()
	if p.peek() == "else" {
		p.next()
		if p.peek() == "if" {
			var other statement
			other, r2 = p.statement()
			s.no = []statement{other}
		} else {
			s.no, r2 = p.block()
		}
	}
	if hasReturn(s.yes) || hasReturn(s.no) {
		p.exits++
	}
	if p.exits+p.depth/2 > maxNesting { // an if has two levels: its statement and its block
		panic(Refusal(fmt.Sprintf("more than %d ifs that return, or that are inside each other: "+
			"assign the result to a var, and return it at the end", maxNesting)))
	}
	s.run = func(env []complex128) bool {
		if c.eval(env) != 0 {
			return run(s.yes, env)
		}
		return run(s.no, env)
	}
	return s, r1 && r2
}

// maxRounds is the largest number of rounds of a for.
const maxRounds = 256

// whole reads a whole number up to most.
func (p *parser) whole(most int) int {
	t := p.next()
	n, err := strconv.Atoi(t)
	if err != nil || n < 0 || n > most {
		panic(Refusal(fmt.Sprintf("for: found %q, want a whole number up to %d", t, most)))
	}
	return n
}

// wantLoop moves past tokens of the head of a for.
func (p *parser) wantLoop(tokens ...string) {
	for _, want := range tokens {
		if t := p.next(); t != want {
			panic(Refusal(fmt.Sprintf("for: found %q, want %q, as in for (var k = 0; k < 9; k += 1)", t, want)))
		}
	}
}

// loop reads what follows for. It has the form (var k = 0; k < 9; k += 1) with a body in braces, in which k is a real
// number. The operations of all rounds count.
func (p *parser) loop() statement {
	p.wantLoop("(", "var")
	name := p.next()
	p.wantLoop("=")
	from := p.whole(maxRounds)
	p.wantLoop(";", name, "<")
	to := p.whole(from + maxRounds)
	p.wantLoop(";", name, "+=", "1", ")")
	p.scope = append(p.scope, map[string]variable{})
	slot := p.declare(name, TypeR, false)
	p.scope[len(p.scope)-1][name] = variable{slot: slot, t: TypeR, isCounter: true}
	before := p.Work
	body, _ := p.block()
	p.scope = p.scope[:len(p.scope)-1]
	if hasReturn(body) {
		panic(Refusal("return inside of a for: assign the result to a var, and return it after the for"))
	}
	p.Work = before + max(0, to-from)*(p.Work-before)
	p.checkWork()
	return statement{
		run: func(env []complex128) bool {
			for k := from; k < to; k++ {
				env[slot] = complex(float64(k), 0)
				run(body, env)
			}
			return false
		},
		word: "for", name: name, yes: body, from: from, to: to,
	}
}

// assignment reads what follows the name of a variable.
func (p *parser) assignment(name string) statement {
	v := p.look(name)
	if !v.isMutable {
		panic(Refusal(fmt.Sprintf("%s can't be changed; it is no var", name)))
	}
	op := p.next()
	e := p.expr(0)
	if len(op) == 2 && op[1] == '=' {
		e = p.binary(op[:1], v.code(name), e)
	} else if op != "=" {
		panic(Refusal(fmt.Sprintf("found %q, want =", op)))
	}
	if e.t != v.t {
		panic(Refusal(fmt.Sprintf("%s: value of type %v, want %v", name, e.t, v.t)))
	}
	p.want(";")
	return statement{
		run:  func(env []complex128) bool { env[v.slot] = e.eval(env); return false },
		word: "=", name: name, value: e,
	}
}

// code returns the value of a variable.
func (v variable) code(name string) code {
	form := codeVariable
	if v.isCounter {
		form = codeCounter
	}
	return code{t: v.t, eval: func(env []complex128) complex128 { return env[v.slot] }, form: form, name: name}
}
