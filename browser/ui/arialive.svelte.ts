/** The text of the page's ARIA live region, which screen readers read out. A new number makes screen readers repeat an equal text. */
class Announcer {
  text = $state('')
  number = $state(0)

  say(text: string): void {
    this.text = text
    this.number++
  }

  /** Removes a text that is no longer true, unless another one has replaced it. */
  retract(text: string): void {
    if (this.text === text) this.text = ''
  }
}

export const announcer = new Announcer()
