import { afterPaint } from '../ui/afterpaint.ts'

/**
 * keepCurrentInSight scrolls a box to its element with aria-current, down or sideways, without moving the page. It does so
 * after the next paint, as measuring forces a layout, and again when the size of the box changes. It returns a function that
 * ends that.
 */
export function keepCurrentInSight(box: HTMLElement): () => void {
  const cancel = afterPaint(() => scroll(box))
  const resized = new ResizeObserver(() => scroll(box))
  resized.observe(box)
  return () => {
    cancel()
    resized.disconnect()
  }
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
