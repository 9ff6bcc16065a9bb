package attach

import (
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

type engine struct{ holder }

type holder = Holder

type value struct{ closed int }

func (v *value) Close() error {
	v.closed++
	return errors.New("value")
}

func TestPoint(t *testing.T) {
	e := &engine{NewHolder("inner")}
	require.Equal(t, "inner", Of(e).Inner())
	made := 0
	create := func() io.Closer { made++; return &value{} }
	v := Of(e).Value("a", create).(*value)
	require.Same(t, v, Of(e).Value("a", create))
	require.NotSame(t, v, Of(e).Value("b", create))
	require.Equal(t, 2, made)
	require.EqualError(t, Of(e).Close(), "value")
	require.NoError(t, Of(e).Close())
	require.Equal(t, 1, v.closed)
	require.Equal(t, 1, Of(e).Value("late", create).(*value).closed)
}
