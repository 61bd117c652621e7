import { type Refusal, Refused, Unreachable } from '../server/api.ts'

/**
 * matchRecord returns a finished game of a match as PGN. The server refuses games that are not finished, so that nobody gets
 * the help of the engine with them here. It rejects with Refused or Unreachable.
 */
export async function matchRecord(id: string, game: number): Promise<string> {
  let response: Response
  let text: string
  try {
    response = await fetch(`api/matches/${id}/games/${game}/record`)
    text = await response.text()
  } catch (reason) {
    throw new Unreachable(String(reason))
  }
  if (response.ok) return text
  let refusal: Refusal
  try {
    refusal = JSON.parse(text) as Refusal
  } catch {
    throw new Unreachable(`${response.status} ${response.statusText}`)
  }
  if (response.status >= 500) throw new Unreachable(`${response.status} ${response.statusText}`)
  throw new Refused(refusal)
}
