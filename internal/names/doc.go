// Package names decides which names people may take, and which two names look
// alike.
//
// [Clean] brings a name that somebody has typed into the form in which it is
// stored. [Skeleton] is equal for names that can be taken for one another.
package names
