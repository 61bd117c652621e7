class BellState {
  open = $state(false)
}

/** Whether the panel of the bell is open. It has the challenges too. */
export const bell = new BellState()
