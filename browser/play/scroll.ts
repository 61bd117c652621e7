/** keepCurrentInSight scrolls a box to its element with aria-current, without moving the page. */
export function keepCurrentInSight(box: HTMLElement): void {
  const current = box.querySelector<HTMLElement>('[aria-current]')
  if (!current) {
    box.scrollTop = 0
    return
  }
  const top = current.offsetTop
  const bottom = top + current.offsetHeight
  if (top < box.scrollTop) box.scrollTop = top - 8
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight + 8
}
