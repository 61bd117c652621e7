/** How far a wheel is turned for a move, in pixels. A touchpad turns it in small parts. */
const wheelStep = 40

export interface WheelSteps {
  /** Whether there is a step in this direction. Otherwise the page scrolls. */
  may: (forward: boolean) => boolean
  step: (forward: boolean) => void
}

/** wheelSteps returns a listener of wheel events that steps through moves. */
export function wheelSteps({ may, step }: WheelSteps): (event: WheelEvent) => void {
  let turned = 0
  return (event) => {
    const { deltaY, deltaMode, ctrlKey, shiftKey } = event
    const forward = deltaY > 0
    if (ctrlKey || shiftKey || deltaY === 0 || !may(forward)) return
    event.preventDefault()
    const pixels = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : Math.sign(deltaY) * wheelStep
    turned = Math.sign(turned) === Math.sign(pixels) ? turned + pixels : pixels
    if (Math.abs(turned) < wheelStep) return
    turned = 0
    step(forward)
  }
}
