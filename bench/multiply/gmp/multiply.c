// multiply measures products and squares of big numbers with GMP, and prints a row as bench/multiply does.
#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static double processor_ms(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return 1e3 * (u.ru_utime.tv_sec + u.ru_stime.tv_sec) + 1e-3 * (u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

static double wall_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * t.tv_sec + 1e-6 * t.tv_nsec;
}

static void measure(int calls, mpz_t z, mpz_t x, mpz_t y) {
    double wall = 1e18, processor = 1e18;
    mpz_mul(z, x, y);
    for (int i = 0; i < calls; i++) {
        double start = wall_ms(), used = processor_ms();
        mpz_mul(z, x, y);
        used = processor_ms() - used, start = wall_ms() - start;
        wall = start < wall ? start : wall;
        processor = used < processor ? used : processor;
    }
    printf(",%.3f,%.3f", wall, processor);
}

int main(int argc, char **argv) {
    long words = argc > 1 ? atol(argv[1]) : 520000;
    int calls = argc > 2 ? atoi(argv[2]) : 5;
    gmp_randstate_t state;
    mpz_t x, y, z;
    gmp_randinit_default(state);
    mpz_inits(x, y, z, NULL);
    mpz_urandomb(x, state, 64 * words);
    mpz_urandomb(y, state, 64 * words);
    printf("gmp,%ld", words);
    measure(calls, z, x, y);
    measure(calls, z, x, x);
    printf("\n");
    return 0;
}
