#include "cluster.h"

#include <sched.h>
#include <signal.h>
#include <stddef.h>

MPI_Comm cluster_world(void) { return MPI_COMM_WORLD; }

MPI_Request cluster_no_request(void) { return MPI_REQUEST_NULL; }

// cluster_is_group reports whether this rank is in a group.
int cluster_is_group(MPI_Comm comm) { return comm != MPI_COMM_NULL; }

// cluster_local makes the group of the ranks of comm on this machine.
int cluster_local(MPI_Comm comm, int rank, MPI_Comm *local) {
	return MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, local);
}

// cluster_init starts MPI. It restores the handlers of signals that Go turns into panics, because MPI libraries replace
// them.
int cluster_init(int *level) {
	static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
	enum { count = sizeof signals / sizeof *signals };
	struct sigaction before[count];
	for (int i = 0; i < count; i++) sigaction(signals[i], NULL, &before[i]);
	int rc = MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, level);
	for (int i = 0; i < count; i++) sigaction(signals[i], &before[i], NULL);
	return rc;
}

// block_type makes the type of a block that is not contiguous. The caller frees it.
static int block_type(const cluster_block *b, MPI_Datatype *type) {
	int rc = MPI_Type_create_hvector((int)b->n1, (int)b->run, (MPI_Aint)b->s1, MPI_BYTE, type);
	if (rc == MPI_SUCCESS && b->n2 > 1) {
		MPI_Datatype inner = *type;
		rc = MPI_Type_create_hvector((int)b->n2, 1, (MPI_Aint)b->s2, inner, type);
		MPI_Type_free(&inner);
	}
	return rc == MPI_SUCCESS ? MPI_Type_commit(type) : rc;
}

// cluster_post starts to send or to receive a block.
int cluster_post(int is_send, void *base, const cluster_block *b, int peer, MPI_Comm comm, MPI_Request *request) {
	MPI_Datatype type = MPI_BYTE;
	int64_t count = b->n2 * b->n1 * b->run;
	int has_gaps = (b->n1 > 1 && b->s1 != b->run) || (b->n2 > 1 && b->s2 != b->n1 * b->run);
	if (has_gaps) {
		int rc = block_type(b, &type);
		if (rc != MPI_SUCCESS) return rc;
		count = 1;
	}
	int rc = is_send ? MPI_Isend(base, (int)count, type, peer, 0, comm, request)
	                 : MPI_Irecv(base, (int)count, type, peer, 0, comm, request);
	if (has_gaps) MPI_Type_free(&type); // after the transfer
	return rc;
}

// cluster_poll tests requests for a time, until all have ended. It lets other processes run between tests.
int cluster_poll(int n, MPI_Request *requests, double seconds, int *done) {
	double end = MPI_Wtime() + seconds;
	for (;;) {
		int rc = MPI_Testall(n, requests, done, MPI_STATUSES_IGNORE);
		if (rc != MPI_SUCCESS || *done || MPI_Wtime() >= end) return rc;
		sched_yield();
	}
}

int cluster_min(const int64_t *in, int64_t *out, int n, MPI_Comm comm, MPI_Request *request) {
	return MPI_Iallreduce(in, out, n, MPI_INT64_T, MPI_MIN, comm, request);
}

int cluster_all_gather(const void *in, void *out, int bytes, MPI_Comm comm, MPI_Request *request) {
	return MPI_Iallgather(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, comm, request);
}

int cluster_broadcast(void *text, int bytes, int root, MPI_Comm comm, MPI_Request *request) {
	return MPI_Ibcast(text, bytes, MPI_BYTE, root, comm, request);
}
