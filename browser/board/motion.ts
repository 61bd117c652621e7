/** Transitions of pieces. Moves between squares are CSS transitions of `Board.svelte`. */

import type { TransitionConfig } from 'svelte/transition'

/** The duration in milliseconds that a style token holds; 0 where motion is reduced. */
function milliseconds(node: Element, token: string): number {
  return Number.parseFloat(getComputedStyle(node).getPropertyValue(token)) || 0
}

/** A captured piece travels to `goal`, or fades on its square where there is none. */
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

/** On promotion the new piece grows out of the old one once that has arrived. */
export function appear(node: HTMLElement): TransitionConfig {
  return {
    delay: milliseconds(node, '--time-move'),
    duration: milliseconds(node, '--time-promotion'),
    css: (t) => `opacity: ${Math.min(1, t * 2.5)}; scale: ${0.55 + 0.45 * t + 0.22 * Math.sin(t * Math.PI)}`,
  }
}

/** On promotion the old piece fades. */
export function vanish(node: HTMLElement): TransitionConfig {
  return {
    delay: milliseconds(node, '--time-move'),
    duration: milliseconds(node, '--time-promotion') / 2,
    css: (t) => `opacity: ${t}`,
  }
}
