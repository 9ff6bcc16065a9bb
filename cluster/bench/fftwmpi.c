// Times FFTW-MPI as wgfft-mpi bench times a cluster: complex transforms of N^3 points in single precision, FFTW_MEASURE,
// transposed results, from a barrier to the next.
//
//	fftwmpi N ROUNDS
#include <fftw3-mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b) {
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

int main(int argc, char **argv) {
	MPI_Init(&argc, &argv);
	fftwf_mpi_init();
	ptrdiff_t n = argc > 1 ? atoi(argv[1]) : 256, rows, first, columns, first_column;
	int rounds = argc > 2 ? atoi(argv[2]) : 7, rank, size;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	ptrdiff_t points =
	    fftwf_mpi_local_size_3d_transposed(n, n, n, MPI_COMM_WORLD, &rows, &first, &columns, &first_column);
	fftwf_complex *in = fftwf_alloc_complex(points), *out = fftwf_alloc_complex(points);
	double *times = malloc(rounds * sizeof *times), *in_place = malloc(rounds * sizeof *in_place);
	for (int same = 0; same < 2; same++) {
		fftwf_complex *to = same ? in : out;
		double *t = same ? in_place : times;
		fftwf_plan p = fftwf_mpi_plan_dft_3d(n, n, n, in, to, MPI_COMM_WORLD, FFTW_FORWARD,
		                                     FFTW_MEASURE | FFTW_MPI_TRANSPOSED_OUT);
		for (int k = -1; k < rounds; k++) {
			for (ptrdiff_t i = 0; i < rows * n * n; i++) in[i][0] = in[i][1] = (float)(i % 97) / 97 - 0.5f;
			MPI_Barrier(MPI_COMM_WORLD);
			double began = MPI_Wtime();
			fftwf_execute(p);
			MPI_Barrier(MPI_COMM_WORLD);
			if (k >= 0) t[k] = MPI_Wtime() - began;
		}
		fftwf_destroy_plan(p);
		qsort(t, rounds, sizeof *t, ascending);
	}
	if (rank == 0) {
		printf("FFTW-MPI, c2c:%tdx%tdx%td, %d ranks, transposed\n", n, n, n, size);
		printf("time      %.2f ms, the median of %d; best %.2f ms\n", 1e3 * times[rounds / 2], rounds, 1e3 * times[0]);
		printf("in place  %.2f ms, the median of %d; best %.2f ms\n", 1e3 * in_place[rounds / 2], rounds,
		       1e3 * in_place[0]);
	}
	MPI_Finalize();
	return 0;
}
