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

/** The rows of lists of moves. */
const rows = '.pair, li'

function scroll(box: HTMLElement): void {
  const current = box.querySelector<HTMLElement>('[aria-current]')
  if (!current) {
    box.scrollTo(0, 0)
    return
  }
  const { offsetLeft, offsetWidth } = current
  const row = current.closest<HTMLElement>(rows) ?? current
  const last = row.offsetTop + row.offsetHeight - box.clientHeight
  if (row.offsetTop < box.scrollTop) box.scrollTop = row.offsetTop
  else if (last > box.scrollTop) box.scrollTop = last
  // No row is cut at the upper edge.
  const cut = [...box.querySelectorAll<HTMLElement>(rows)].find(
    ({ offsetTop, offsetHeight }) => offsetTop < box.scrollTop && offsetTop + offsetHeight > box.scrollTop,
  )
  if (cut) box.scrollTop = cut.offsetTop < last ? cut.offsetTop + cut.offsetHeight : cut.offsetTop
  if (box.scrollWidth > box.clientWidth) box.scrollLeft = offsetLeft + offsetWidth - box.clientWidth * 0.75
}
