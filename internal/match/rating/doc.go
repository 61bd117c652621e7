// Package rating rates players by their results: Glicko-2 for two seats ([Glicko]) and
// Plackett-Luce for three to five ([Skill]). It reads no clock; times are arguments.
//
// Sources: Mark E. Glickman, "Example of the Glicko-2 system" (2013); Ruby C. Weng and
// Chih-Jen Lin, "A Bayesian Approximation Method for Online Ranking" (JMLR 12, 2011),
// algorithm 4.
package rating
