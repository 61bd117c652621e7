package search

// MaxThreads and MaxHash, in MiB, are the largest number of threads and the largest
// size of a search tree that the programs of this module accept.
const MaxThreads, MaxHash = 256, 16 << 10
