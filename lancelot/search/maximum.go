package search

// MaxThreads is the largest number of threads, and MaxHash the largest size of a
// search tree in MiB, that the programs of this module accept.
const MaxThreads, MaxHash = 256, 16 << 10
