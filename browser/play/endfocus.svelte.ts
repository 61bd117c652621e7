import { untrack } from 'svelte'

/** focusEnd moves the focus to the result when a game ends and the button that had it, such as “Resign”, is gone. */
export function focusEnd(over: () => boolean, result: () => HTMLElement | undefined): void {
  let before = untrack(over)
  $effect(() => {
    const now = over()
    if (now && !before && document.activeElement === document.body) untrack(result)?.focus({ preventScroll: true })
    before = now
  })
}
