/** The dialog of a game page that is open: its text or the keys. The menu opens it; the view shows it. */
export class Tools {
  open = $state<'' | 'text' | 'keys'>('')
}
