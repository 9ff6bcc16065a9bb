module wgfft/cluster

go 1.26.0

require (
	github.com/stretchr/testify v1.12.1
	wgfft v0.0.0
)

require (
	github.com/cwbudde/algo-fft v0.8.0 // indirect
	github.com/oliverbestmann/webgpu v1.0.0 // indirect
	github.com/oliverbestmann/webgpu/libs-android v0.0.0-20251123130330-255708779f8b // indirect
	github.com/oliverbestmann/webgpu/libs-darwin v0.0.0-20251123130615-bce73357dc8d // indirect
	github.com/oliverbestmann/webgpu/libs-ios v0.0.0-20251123130710-78131685b429 // indirect
	github.com/oliverbestmann/webgpu/libs-linux v0.0.0-20251123130508-41a15cd9f5d4 // indirect
	github.com/oliverbestmann/webgpu/libs-windows v0.0.0-20251123134324-0b4e31ddbbf9 // indirect
	github.com/rajveermalviya/go-webgpu/wgpu v0.17.1 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace wgfft => ../
