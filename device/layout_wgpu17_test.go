//go:build cgo && !wgpu27 && (android || darwin || ((linux || windows) && amd64))

package device

import (
	"reflect"
	"testing"

	"github.com/rajveermalviya/go-webgpu/wgpu"
	"github.com/stretchr/testify/require"
)

// TestBindingLayout checks the structs of the binding that adopted objects are taken from. Their layout may change
// in a new version.
func TestBindingLayout(t *testing.T) {
	for _, c := range []struct{ theirs, ours any }{
		{wgpu.Device{}, deviceLayout{}},
		{wgpu.Queue{}, childLayout{}},
		{wgpu.Buffer{}, childLayout{}},
		{wgpu.CommandEncoder{}, childLayout{}},
	} {
		a, b := reflect.TypeOf(c.theirs), reflect.TypeOf(c.ours)
		require.Equal(t, b.Size(), a.Size(), a)
		require.Equal(t, b.NumField(), a.NumField(), a)
		for i := range a.NumField() {
			require.Equal(t, b.Field(i).Name, a.Field(i).Name, a)
			require.Equal(t, b.Field(i).Offset, a.Field(i).Offset, a)
			require.Equal(t, reflect.Pointer, a.Field(i).Type.Kind(), a)
		}
	}
}

// TestStructs compares the types of wgpu17.h with the headers of the binding.
func TestStructs(t *testing.T) {
	requireStructs(t, "structs17.c", "github.com/rajveermalviya/go-webgpu/wgpu", "lib")
}
