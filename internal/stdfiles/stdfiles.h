// wgfft_output_closed returns 1 if the process was started with its standard output closed, and 0 otherwise.
int wgfft_output_closed(void);
