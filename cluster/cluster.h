// The part of MPI that package cluster needs, in a form that cgo can call.
#ifndef WGFFT_CLUSTER_MPI_H
#define WGFFT_CLUSTER_MPI_H

#include <mpi.h>
#include <stdint.h>

// A cluster_block is n2 times n1 runs of bytes that begin at a base address. Neighbouring runs are s1 bytes apart, and
// neighbouring groups of n1 runs s2 bytes apart.
typedef struct {
	int64_t n2, s2, n1, s1, run;
} cluster_block;

MPI_Comm cluster_world(void);
int cluster_is_group(MPI_Comm comm);
int cluster_local(MPI_Comm comm, int rank, MPI_Comm *local);
int cluster_init(int *level);
int cluster_post(int is_send, void *base, const cluster_block *b, int peer, MPI_Comm comm, MPI_Request *request);
int cluster_poll(int n, MPI_Request *requests, double seconds, int *done);
int cluster_min(const int64_t *in, int64_t *out, int n, MPI_Comm comm, MPI_Request *request);
int cluster_all_gather(const void *in, void *out, int bytes, MPI_Comm comm, MPI_Request *request);
int cluster_broadcast(void *text, int bytes, int root, MPI_Comm comm, MPI_Request *request);
MPI_Request cluster_no_request(void);

#endif
