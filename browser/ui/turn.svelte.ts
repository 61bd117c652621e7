/** Whether a game on the page waits for the move of a person at this screen while others play elsewhere. */
class Turn {
  yours = $state(false)
}

/** The title, the favicon and notifications follow it. */
export const turn = new Turn()
