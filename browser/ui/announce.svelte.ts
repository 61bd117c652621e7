/** What the page's live region says. A repeated text is made new by its number, so that it is spoken again. */
class Announcer {
  text = $state('')
  number = $state(0)

  say(text: string): void {
    this.text = text
    this.number++
  }
}

export const announcer = new Announcer()
