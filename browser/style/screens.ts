/**
 * The screens that layouts distinguish, as media conditions. Style sheets name them like custom media, `@media (--narrow)`
 * (plugin.ts writes the condition in its place); code uses `screens.narrow`. A size that matters to one component only
 * stays there.
 */
export const screens = {
  /** Small phones. */
  slim: '(width < 26rem)',
  /** Phones in portrait. */
  phone: '(width < 36rem)',
  /** Two columns of text or fields do not fit. */
  'one-column': '(width < 40rem)',
  /** Up to tablets in portrait. */
  tablet: '(width < 50rem)',
  /** The list of moves does not fit beside the board. */
  narrow: '(width < 58rem)',
  /** The preview does not fit beside the settings. */
  'settings-only': '(width < 60rem)',
  /** Desktops, and tablets in landscape. */
  desktop: '(width >= 64rem)',
  /** The chapters of a study do not fit beside board and moves. */
  'no-chapters': '(width < 72rem)',

  /** The rows of four and five seats do not fit below each other beside the moves. */
  low: '(height < 60rem)',
  /** As low as a phone in landscape. */
  short: '(height < 34rem)',
  /** Board, moves and actions do not fit on the screen together, or only in the layout of phones in landscape. */
  small: '((width < 58rem) or (height < 34rem))',
  /** Wide enough, compared to its height, for a board with something beside it. */
  landscape: '((width >= 33rem) and (aspect-ratio >= 5/4))',
  /** Small phones in portrait, where each line counts. */
  tiny: '((width < 26rem) and (height < 44rem))',
  /** The parts of the page are in a bar at the bottom instead of the header. */
  'bottom-bar': '((width < 40rem) or ((width < 48rem) and (height >= 30rem)))',
} as const
