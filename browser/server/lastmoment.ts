/** A moment of a match: a game of its series, after some moves. */
export interface MatchMoment {
  match: string
  game: number
  ply: number
  /** The IDs of those who played or wrote there. */
  people: readonly string[]
}

let last: MatchMoment | undefined

/** The moment of a match that was last on screen, for reports. */
export const lastMoment = {
  set(moment: MatchMoment): void {
    last = moment
  },
  /** Returns the moment, if a person was there. */
  of: (person: string): MatchMoment | undefined => (last?.people.includes(person) ? last : undefined),
}
