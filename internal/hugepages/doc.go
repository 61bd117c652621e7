// Package hugepages asks the kernel to back large tables with huge pages: each
// probe of a hash table goes to another page, and small ones do not fit into the
// processor's list of those it knows. That the kernel refuses does not matter.
package hugepages
