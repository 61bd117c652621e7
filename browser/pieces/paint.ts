const svg = 'http://www.w3.org/2000/svg'

/**
 * definePaints adds the gradients of the pieces that stand free to the document: `paint-white` and `paint-black`. They exist
 * once, because a definition in each piece would double the number of its elements.
 */
export function definePaints(): void {
  if (typeof document === 'undefined' || document.getElementById('paint-white')) return
  const holder = document.createElementNS(svg, 'svg')
  holder.setAttribute('aria-hidden', 'true')
  // Gradients in an element with display: none are not painted.
  Object.assign(holder.style, { position: 'absolute', width: '0', height: '0' })
  holder.append(gradient('paint-white', '--white-fill', '--white-shade'))
  holder.append(gradient('paint-black', '--black-light', '--black-fill'))
  document.body.append(holder)
}

function gradient(id: string, ...tokens: string[]): Element {
  const element = document.createElementNS(svg, 'linearGradient')
  for (const [name, value] of Object.entries({ id, x1: '0', y1: '0', x2: '0', y2: '1' }))
    element.setAttribute(name, value)
  tokens.forEach((token, offset) => {
    const stop = document.createElementNS(svg, 'stop')
    stop.setAttribute('offset', String(offset))
    stop.style.setProperty('stop-color', `var(${token})`)
    element.append(stop)
  })
  return element
}
