// Package games adapts Way of the Knight and Lancelot to the interface of
// matches. [Rules] implements match.Rules for both.
package games
