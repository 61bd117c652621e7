import { lancelot, wotn } from '../rules/client.ts'
import type { LancelotState, LancelotStep, Series, WotnMove, WotnState } from '../rules/contract.ts'
import { usualLancelot, usualWotn } from '../rules/starts.ts'
import { computerGame } from '../saved/easy.ts'
import type { Ending, Player, SavedLancelot, SavedWotn } from '../saved/game.ts'
import { t } from '../words/words.svelte.ts'
import type { Hinted } from './hint.ts'
import { LocalSource } from './localsource.svelte.ts'
import { other, playerOf, seatName, sideName } from './players.ts'
import { type BoardSource, type Side, textOf } from './source.ts'
import { notesOf, recordedGame, tagsOf } from './tags.ts'

/** The next game of a series: the last game, the score after it, and the player with White. */
export interface Continued {
  saved: SavedWotn
  series: Series
  white: 0 | 1
}

/** Returns a computer of the next level in the place of a computer. */
function opponentOr(player: Player, levels: number[]): Player {
  return player.by === 'computer' ? { ...player, level: levels.shift() ?? player.level } : player
}

/** A saved game of Way of the Knight. */
export class LocalWotn extends LocalSource<SavedWotn, WotnState> implements BoardSource {
  constructor(saved: SavedWotn) {
    super(saved, usualWotn(saved.variant, saved.start, saved.moves))
  }

  sides = $derived.by((): Side[] =>
    (['w', 'b'] as const).map((color) => {
      const points = this.saved.series.points[color === 'w' ? this.saved.white : other(this.saved.white)]
      return {
        name: sideName(this.saved, color),
        player: playerOf(this.saved, color),
        note: points > 0 ? `+${points}` : '',
      }
    }),
  )
  notes = $derived(this.saved.notes)

  get variant() {
    return this.saved.variant
  }

  get title(): string {
    return this.variant === 'chess' ? t('variant.chess') : t('game.wotn')
  }

  get subtitle(): string {
    const variant = this.variant === 'chess' ? '' : t(`variant.${this.variant}`)
    return [variant, this.control].filter(Boolean).join(', ')
  }

  get flipped(): boolean {
    return this.saved.flipped
  }

  flip(): void {
    this.save({ ...this.saved, flipped: !this.saved.flipped })
  }

  protected actor({ turn }: WotnState): number {
    return turn === 'w' ? 0 : 1
  }

  protected mover({ color }: WotnMove): number {
    return color === 'w' ? 0 : 1
  }

  get hinted(): Hinted {
    return { wotn: this.state }
  }

  /** Notes belong to the moves that remain. */
  override change(fields: Partial<SavedWotn>): void {
    const { moves } = fields
    super.change({ ...(moves && { notes: this.saved.notes.slice(0, moves.length) }), ...fields })
  }

  protected override fieldsAfter(moves: readonly string[]): Partial<SavedWotn> {
    return { moves: [...moves], notes: this.saved.notes.slice(0, moves.length) }
  }

  async record(): Promise<string> {
    const { saved, result } = this
    const { variant, start, moves } = saved
    const [tags, game] = [tagsOf(saved, result), recordedGame(saved, result)]
    return textOf(await wotn.write(variant, start, moves, tags, notesOf(saved), game))
  }

  protected timeEnd(side: number): Ending {
    const wins = this.state?.canWin[side === 0 ? 'b' : 'w']
    return wins ? { reason: 'time', winners: [1 - side] } : { reason: 'time-drawn', winners: [] }
  }

  protected badges(side: number, winners: readonly number[]) {
    const { variant, start, moves } = this.saved
    return wotn.badges(variant, start, moves, side === 0 ? 0 : 1, winners)
  }

  /** This is a game with handicap: promotions before it, or points from earlier games of the series. */
  get #handicap(): boolean {
    const { series, start, handicap } = this.saved
    return handicap === true || (start !== '' && series.points.some((points) => points > 0))
  }

  /** The colors are drawn by lot. */
  async against(levels: readonly number[]): Promise<void> {
    const { variant, players } = this.saved
    const milliseconds = players.find(({ by }) => by === 'computer')?.milliseconds ?? 1000
    const black = Math.random() < 0.5
    const fresh = computerGame({ game: 'wotn', variant, start: '' }, { levels, milliseconds }, black)
    if (fresh.game === 'wotn') this.goTo(fresh)
  }

  /** The next game of the series, for the dialog in which handicap points are spent; undefined if it starts at once. */
  async next(): Promise<Continued | undefined> {
    const { series, white } = this.saved
    const next = await wotn.next(series, white, this.winners)
    if (this.#handicap) return { saved: this.saved, ...next }
    const turned = this.saved.white === 0 ? 1 : 0
    this.goTo({
      moves: [],
      notes: [],
      tags: {},
      started: Date.now(),
      series: { ...next.series, points: [0, 0] },
      white: turned,
      flipped: this.saved.players[turned].by === 'computer' && this.saved.players[turned === 0 ? 1 : 0].by === 'person',
    })
    return undefined
  }
}

/** A saved game of Lancelot. */
export class LocalLancelot extends LocalSource<SavedLancelot, LancelotState> {
  readonly variant = 'lancelot'

  constructor(saved: SavedLancelot) {
    super(saved, usualLancelot(saved.start, saved.moves))
  }

  sides = $derived.by((): Side[] =>
    this.saved.players.map((player, seat) => ({ name: seatName(this.saved.players, seat), player, note: '' })),
  )

  get title(): string {
    return t('game.lancelot')
  }

  get subtitle(): string {
    if (!this.state) return ''
    const { seats, rules } = this.state
    return [
      t('lancelot.rules', { seats, target: rules.target }),
      rules.diagonals ? t('lancelot.rules.diagonals') : '',
      rules.excalibur ? t('lancelot.rules.excalibur') : '',
      this.control,
    ]
      .filter(Boolean)
      .join(', ')
  }

  protected actor({ phase, toAct }: LancelotState): number {
    return phase === 'over' ? -1 : toAct
  }

  protected mover({ seat }: LancelotStep): number {
    return seat
  }

  get hinted(): Hinted {
    return { lancelot: this.state }
  }

  protected timeEnd(side: number): Ending {
    return { reason: 'time', winners: [1 - side] }
  }

  protected badges(side: number, winners: readonly number[]) {
    return lancelot.badges(this.saved.start, this.saved.moves, side, winners)
  }

  async record(): Promise<string> {
    const { saved, result } = this
    const { start, moves } = saved
    const [tags, game] = [tagsOf(saved, result), recordedGame(saved, result)]
    return textOf(await lancelot.write(start, moves, tags, notesOf(saved), game))
  }

  async against(levels: readonly number[]): Promise<void> {
    const others = [...levels]
    await this.next(this.seated.map((player) => opponentOr(player, others)))
  }

  /** Starts another game, with the same players if no others are named. The next seat moves first, unless the start was set up by hand. */
  async next(players = this.seated): Promise<void> {
    if (!this.state) return
    const next = await lancelot.nextStart(this.saved.start)
    // The rules have accepted the start already.
    if (!next.ok) throw new Error(textOf(next))
    this.goTo({ start: next.value, moves: [], players: [...players], tags: {}, started: Date.now() })
  }
}
