// Package hugepages asks the kernel to back large tables with huge pages. Each probe
// of a hash table reads another page, and small pages do not fit into the TLB. If the
// kernel refuses, only speed is lost.
package hugepages
