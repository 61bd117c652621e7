import { afterPaint } from '../ui/afterpaint.ts'

/**
 * keepCurrentInSight scrolls a box to its element with aria-current, down or sideways, without moving the page. It does so
 * after the next paint, as measuring forces a layout, and returns a function that cancels it.
 */
export function keepCurrentInSight(box: HTMLElement): () => void {
  return afterPaint(() => scroll(box))
}

function scroll(box: HTMLElement): void {
  const current = box.querySelector<HTMLElement>('[aria-current]')
  if (!current) {
    box.scrollTo(0, 0)
    return
  }
  const { offsetTop, offsetLeft, offsetHeight, offsetWidth } = current
  if (offsetTop < box.scrollTop) box.scrollTop = offsetTop - 8
  else if (offsetTop + offsetHeight > box.scrollTop + box.clientHeight) {
    box.scrollTop = offsetTop + offsetHeight - box.clientHeight + 8
  }
  if (box.scrollWidth > box.clientWidth) box.scrollLeft = offsetLeft + offsetWidth - box.clientWidth * 0.75
}
