/** The text of the page's live region. Its number makes a repeated text new, so that it is spoken again. */
class Announcer {
  text = $state('')
  number = $state(0)

  say(text: string): void {
    this.text = text
    this.number++
  }
}

export const announcer = new Announcer()
