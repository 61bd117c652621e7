/** The place of an exercise: its stage, and its number from 1. */
export interface Place {
  stage: string
  number: number
}

/**
 * resumePlace returns where a learner goes on: at the exercise that was open last (`stage/number`), or at the next one that is
 * not solved, from the beginning if there is none behind it. If all are solved, it is the first one.
 */
export function resumePlace(
  places: readonly Place[],
  isDone: (place: Place) => boolean,
  last: string,
): Place | undefined {
  const at = places.findIndex(({ stage, number }) => `${stage}/${number}` === last)
  const order = at < 0 ? places : [...places.slice(at), ...places.slice(0, at)]
  return order.find((place) => !isDone(place)) ?? places[0]
}
