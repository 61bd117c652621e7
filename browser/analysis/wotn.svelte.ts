import { type ShownMove, shownMove } from '../play/notation.ts'
import { namesOf, shortName } from '../play/players.ts'
import { moveNumber, type Node } from '../play/tree.ts'
import { wotn } from '../rules/client.ts'
import type { Answer, RecordMove, Variant, WotnState } from '../rules/contract.ts'
import { usualWotn } from '../rules/starts.ts'
import { person } from '../saved/game.ts'
import { settings } from '../ui/settings.svelte.ts'
import { t } from '../words/words.svelte.ts'
import { AnalysisBoard } from './board.svelte.ts'
import type { NewMove } from './edit.ts'

/** The analysis of a game of Way of the Knight or chess. White has the number 0, Black 1. */
export class WotnBoard extends AnalysisBoard<WotnState> {
  declare readonly variant: Variant

  override usual(moves: readonly string[]): WotnState | undefined {
    return usualWotn(this.variant, this.start, moves)
  }

  load(moves: readonly string[]): Promise<Answer<WotnState>> {
    return wotn.game(this.variant, this.start, [...moves])
  }

  protected write(moves: RecordMove[], comments: readonly string[]): Promise<Answer<string>> {
    const main = moves.map(({ text }) => text)
    return wotn.write(this.variant, this.start, main, this.tags, moves, undefined, comments)
  }

  words(move: NewMove, seat: number): string {
    return shownMove(move, seat === 0 ? 'w' : 'b', this.variant, settings.choices.notation).words
  }

  numbered(node: Node): string {
    const { number, black } = moveNumber(node, this.firstPly)
    return `${number}${black ? '…' : '.'}`
  }

  moveShown(node: Node): ShownMove {
    const color = moveNumber(node, this.firstPly).black ? 'b' : 'w'
    return shownMove(node, color, this.variant, settings.choices.notation)
  }

  get names(): readonly string[] {
    const { White = '', Black = '' } = this.tags
    return namesOf([person(shortName(White)), person(shortName(Black))], [t('color.w'), t('color.b')])
  }

  /** The number of the ply before the first move: twice FEN's move number at the start, one more if Black moves first. */
  get firstPly(): number {
    const { state } = this
    return state ? state.moveNumber * 2 + (state.turn === 'b' ? 1 : 0) - state.ply : 2
  }
}
