/** Transitions of pieces. Moves between squares are CSS transitions of `Board.svelte`. */

import type { TransitionConfig } from 'svelte/transition'

/** milliseconds returns the duration in a style token; 0 if the user prefers reduced motion. */
function milliseconds(node: Element, token: string): number {
  return Number.parseFloat(getComputedStyle(node).getPropertyValue(token)) || 0
}

/** capture moves a captured piece to `goal`, or fades it out on its square if there is none. */
export function capture(node: HTMLElement, { goal }: { goal: Element | null | undefined }): TransitionConfig {
  if (!goal) return { duration: milliseconds(node, '--time-quick'), css: (t) => `opacity: ${t}` }
  const from = node.getBoundingClientRect()
  const to = goal.getBoundingClientRect()
  const x = to.left + to.width / 2 - from.left - from.width / 2
  const y = to.top + to.height / 2 - from.top - from.height / 2
  const { transform } = getComputedStyle(node)
  return {
    delay: milliseconds(node, '--time-move') / 2,
    duration: milliseconds(node, '--time-travel'),
    css: (t, u) => {
      const eased = u * u * (3 - 2 * u)
      const moved = `translate(${x * eased}px, ${y * eased}px) ${transform} scale(${1 - 0.55 * eased})`
      return `z-index: 3; transform: ${moved}; opacity: ${Math.min(1, t * 3)}`
    },
  }
}

/** appear enlarges the new piece of a promotion when the move has ended. */
export function appear(node: HTMLElement): TransitionConfig {
  return {
    delay: milliseconds(node, '--time-move'),
    duration: milliseconds(node, '--time-promotion'),
    css: (t) => `opacity: ${Math.min(1, t * 2.5)}; scale: ${0.55 + 0.45 * t + 0.22 * Math.sin(t * Math.PI)}`,
  }
}

/** vanish fades out the old piece of a promotion. */
export function vanish(node: HTMLElement): TransitionConfig {
  return {
    delay: milliseconds(node, '--time-move'),
    duration: milliseconds(node, '--time-promotion') / 2,
    css: (t) => `opacity: ${t}`,
  }
}
