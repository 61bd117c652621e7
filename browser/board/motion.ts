/** Transitions of pieces. Moves between squares are CSS transitions of `Pieces.svelte`. */

import type { TransitionConfig } from 'svelte/transition'

/** milliseconds returns the duration in a style token; 0 if the user prefers reduced motion. */
export function milliseconds(node: Element, token: string): number {
  return duration(getComputedStyle(node).getPropertyValue(token))
}

/** duration returns a CSS time in milliseconds: minified style sheets have 1.4s for 1400ms. 0 for what is no time. */
export function duration(time: string): number {
  const [, number, unit] = /^([\d.]+)(ms|s)$/.exec(time.trim()) ?? []
  return Number(number ?? 0) * (unit === 's' ? 1000 : 1)
}

/** ease starts and ends slowly. */
const ease = (t: number): number => t * t * (3 - 2 * t)

/** transformOf returns the transform of an element, '' for none: "none" cannot be combined with others. */
function transformOf(node: Element): string {
  const { transform } = getComputedStyle(node)
  return transform === 'none' ? '' : transform
}

/**
 * capture moves a captured piece to `goal`. If there is none, the piece shrinks on its square under the arriving piece, when
 * that piece is close.
 */
export function capture(node: HTMLElement, { goal }: { goal: Element | null | undefined }): TransitionConfig {
  const transform = transformOf(node)
  const move = milliseconds(node, '--time-move')
  if (!goal) {
    return {
      delay: move * 0.6,
      duration: move,
      css: (t) => `z-index: 0; transform: ${transform} scale(${0.4 + 0.6 * t}); opacity: ${t}`,
    }
  }
  const from = node.getBoundingClientRect()
  const to = goal.getBoundingClientRect()
  const x = to.left + to.width / 2 - from.left - from.width / 2
  const y = to.top + to.height / 2 - from.top - from.height / 2
  return {
    delay: move / 2,
    duration: milliseconds(node, '--time-travel'),
    css: (t, u) => {
      const eased = ease(u)
      const moved = `translate(${x * eased}px, ${y * eased}px) ${transform} scale(${1 - 0.55 * eased})`
      return `z-index: 3; transform: ${moved}; opacity: ${Math.min(1, t * 3)}`
    },
  }
}

/** appear grows the new piece of a promotion out of the old one when the move has ended. */
export function appear(node: HTMLElement): TransitionConfig {
  return {
    delay: milliseconds(node, '--time-move'),
    duration: milliseconds(node, '--time-promotion') * 0.6,
    css: (t) => `opacity: ${Math.min(1, t * 2)}; scale: ${0.5 + 0.5 * ease(t) + 0.24 * Math.sin(t * Math.PI)}`,
  }
}

/** vanish turns the old piece of a promotion into light. */
export function vanish(node: HTMLElement): TransitionConfig {
  return {
    delay: milliseconds(node, '--time-move'),
    duration: milliseconds(node, '--time-promotion') * 0.4,
    css: (t, u) => `opacity: ${t}; scale: ${1 - 0.35 * u}; filter: brightness(${1 + 1.5 * u})`,
  }
}
