/** Tournaments as the pages show them. */
import type { Person, Tournament, TournamentBoard, WholeTournament } from '../server/api.ts'
import { clockText, gameText, variantText } from '../server/texts.ts'
import { counted, points as decimal, t } from '../words/words.svelte.ts'

export type Format = Tournament['format']

/** formatsOf returns the formats of tournaments at tables of Lancelot, or of games for two, without matches between clubs. */
export function formatsOf(tables: boolean, correspondence: boolean): Format[] {
  if (tables) return ['tables']
  return correspondence ? ['round-robin', 'league', 'swiss'] : ['swiss', 'round-robin', 'arena', 'league']
}

/** The time of a tournament with real-time clocks, in minutes. */
export interface Evening {
  minutes: number
  /** How long a round takes at most, with the break. */
  round: number
}

/** fitting returns the format that fits a number of people and their time, undefined for weeks by correspondence. */
export function fitting(tables: boolean, people: number, evening?: Evening): Format {
  if (tables) return 'tables'
  if (!evening) return people <= largestPool ? 'round-robin' : 'league'
  const fits = (format: Format) => usualRounds(format, people) * evening.round <= evening.minutes
  if (people <= largestPool && fits('round-robin')) return 'round-robin'
  return fits('swiss') ? 'swiss' : 'arena'
}

/** The number of players of a round robin without several pools. */
const largestPool = 10

/** usualRounds returns a number of rounds that fits: at tables also the time of the players, in the Swiss system two more than a single winner needs, if that leaves new opponents. */
export function usualRounds(format: Format, people: number, evening?: Evening): number {
  if (format === 'tables') return Math.max(1, Math.min(5, evening ? Math.floor(evening.minutes / evening.round) : 5))
  if (format === 'club-match') return 2
  const all = people - 1 + (people % 2)
  if (format !== 'swiss') return Math.min(all, people > largestPool ? largestPool - 1 : all)
  const half = Math.ceil(people / 2)
  return Math.max(1, Math.min(all, 11, 2 + Math.ceil(Math.log2(Math.max(people, 2))), half % 2 === 1 ? half : all))
}

/** gameMinutes returns how long the longest games of a round usually last, with a clock for each seat. */
export function gameMinutes({ initial, increment }: { initial: number; increment: number }, seats: number): number {
  return seats * initial + increment
}

/** gamesText returns the game, its rules and clock: "Way of the Knight · 10 + 5 · rated". */
export function gamesText({ games }: Pick<Tournament, 'games'>): string {
  const rules = games.game === 'wotn' && games.variant !== 'wotn-alternative' ? '' : variantText(games)
  return [gameText(games), rules, clockText(games.clock), games.rated ? t('online.rated') : '']
    .filter(Boolean)
    .join(' · ')
}

/** formatText returns how players are paired: "Round robin, two games each". */
export function formatText({
  format,
  double,
  handicap,
  season,
}: Pick<Tournament, 'format' | 'season' | 'handicap'> & { double?: boolean }): string {
  const name = format === 'league' ? t('tournament.season', { n: season }) : t(`tournament.${format}`)
  return [name, double ? t('tournament.double') : '', handicap ? t('tournament.handicap') : '']
    .filter(Boolean)
    .join(', ')
}

export function playersText({ entered, maxEntrants }: Pick<Tournament, 'entered' | 'maxEntrants'>): string {
  return maxEntrants < unlimited
    ? t('tournament.players.most', { n: entered, most: maxEntrants })
    : counted('tournament.players', entered)
}

/** The number of players of a tournament without a limit of its own. */
const unlimited = 1000

/** byNumber returns a tournament with each player at the index of the number minus 1, also if some are left out. */
export function byNumber(tournament: WholeTournament): WholeTournament {
  if (!tournament.rows) return tournament
  const entries: WholeTournament['entries'] = []
  for (const entry of tournament.entries) entries[entry.number - 1] = entry
  return { ...tournament, entries }
}

/** What a person can do in a tournament. */
export interface Own {
  /** The number of the person's entry, 0 for none. */
  entry: number
  mayEnter: boolean
  mayLeave: boolean
  directs: boolean
}

/** ownIn returns what a person with an account can do in a tournament, as far as the page knows. */
export function ownIn(
  { entries, phase, format, accepted, director, lateEntry, return: mayReturn }: WholeTournament,
  person: Person | undefined,
): Own {
  const id = person?.account ? person.id : ''
  const entry = id ? entries.findIndex((one) => one?.player.id === id) + 1 : 0
  const left = entries[entry - 1]?.left
  const inside = entry > 0 && !left
  return {
    entry,
    mayEnter:
      id !== '' &&
      (phase === 'upcoming' || (phase === 'running' && (entry > 0 ? mayReturn : lateEntry) === true)) &&
      !inside &&
      (format !== 'club-match' || accepted === true) &&
      left !== 'expelled' &&
      !person?.bot,
    mayLeave: inside && (phase === 'upcoming' || phase === 'running'),
    directs: id !== '' && (director.id === id || person?.role !== undefined),
  }
}

/** decided reports whether somebody has points in a standing: else a lot has drawn the places. */
export const decided = (standing: readonly { points: number }[]): boolean => standing.some(({ points }) => points > 0)

/** A row of a cross table: an entry and its boards against each other entry of the pool, in the order of the standing. */
export interface CrossRow {
  entry: number
  /** By opponent in the same order, where the row's own place is empty, or by round. */
  cells: { board: TournamentBoard; seat: number }[][]
}

/** crossTable returns the boards of a pool by the players of its standing. */
export function crossTable({ pools, boards }: WholeTournament, pool: number): CrossRow[] {
  const order = pools[pool - 1]?.standing.map(({ entry }) => entry) ?? []
  const played = boards.filter((board) => board.pool === pool)
  return order.map((entry) => ({
    entry,
    cells: order.map((other) =>
      other === entry
        ? []
        : played.flatMap((board) => {
            const seat = board.entries.indexOf(entry)
            return seat >= 0 && board.entries.includes(other) ? [{ board, seat }] : []
          }),
    ),
  }))
}

/** pairsUp reports whether everybody of a pool plays everybody, so that a cross table shows all games. */
export const pairsUp = ({ format }: Pick<Tournament, 'format'>): boolean =>
  format === 'round-robin' || format === 'league'

/** A board of a match between clubs. */
export interface ClubBoard {
  /** The number of the board, from 1. */
  pool: number
  /** The numbers of the players, that of the first club first, and their points. */
  entries: [number, number]
  points: [number, number]
  games: TournamentBoard[]
}

/** clubBoards returns the boards of a match between clubs that has begun. */
export function clubBoards({ entries, pools, boards }: WholeTournament): ClubBoard[] {
  return pools.flatMap(({ standing }, i) => {
    const home = standing.find(({ entry }) => entries[entry - 1]?.team === 1)
    const guest = standing.find(({ entry }) => entries[entry - 1]?.team === 2)
    if (!home || !guest) return []
    return [
      {
        pool: i + 1,
        entries: [home.entry, guest.entry],
        points: [home.points, guest.points],
        games: boards.filter(({ pool }) => pool === i + 1),
      } satisfies ClubBoard,
    ]
  })
}

/** clubsOf returns the clubs of a tournament, with a text for those that a moderator has removed. */
export function clubsOf({ clubs }: Pick<Tournament, 'clubs'>): { id: string; name: string }[] {
  return (clubs ?? []).map(({ id, name }) => ({ id, name: name || t('tournament.club-removed') }))
}

/** clubScore returns the result of a match between clubs so far: "Knights 3½ : 2½ Bishops", or the clubs before it begins. */
export function clubScore({ clubs, score }: Pick<Tournament, 'clubs' | 'score'>): string {
  const [home = '', guest = ''] = clubsOf({ clubs }).map(({ name }) => name)
  return score ? `${home} ${pointsText(score[0] ?? 0)} : ${pointsText(score[1] ?? 0)} ${guest}` : `${home} – ${guest}`
}

/** roundTable returns the boards of the only pool by player of its standing and round. */
export function roundTable({ pools, boards, round }: WholeTournament): CrossRow[] {
  const rows = new Map<number, CrossRow>()
  for (const { entry } of pools[0]?.standing ?? [])
    rows.set(entry, { entry, cells: Array.from({ length: round }, () => []) })
  for (const board of boards)
    for (const [seat, entry] of board.entries.entries()) rows.get(entry)?.cells[board.round - 1]?.push({ board, seat })
  return [...rows.values()]
}

/** pointText returns points as in cross tables: "1", "½", "0"; "−" for an absent player, and "+" for the opponent. */
export function pointText({ entries, result }: TournamentBoard, seat: number): string {
  if (!result) return ''
  if (result.absent?.includes(seat)) return '−'
  if (result.absent?.length && entries.length === 2) return '+'
  return pointsText(result.points[seat] ?? 0)
}

/** placesOf returns the places at a table with points by seat: equal points are equal places, and no points none, which is 0. */
export function placesOf(points: readonly number[]): number[] {
  return points.map((own) => (own > 0 ? 1 + points.filter((other) => other > own).length : 0))
}

/** placePoints returns the points of places at a table: for each other player a part, for equal places half of it, and nothing for 0. */
export function placePoints(places: readonly number[]): number[] {
  const beats = (own: number, other: number) => {
    if (own === other) return 0.5
    return other === 0 || own < other ? 1 : 0
  }
  return places.map((own, seat) => {
    if (own === 0) return 0
    const beaten = places.map((other, i) => (i === seat ? 0 : beats(own, other)))
    return beaten.reduce<number>((sum, part) => sum + part, 0) / (places.length - 1)
  })
}

// Boards for three to five give quarters, sixths and eighths.
const fractions: Record<number, string> = {
  3: '⅛',
  4: '⅙',
  6: '¼',
  8: '⅓',
  9: '⅜',
  12: '½',
  15: '⅝',
  16: '⅔',
  18: '¾',
  20: '⅚',
  21: '⅞',
}

/** pointsText returns points with fractions: "2½", "⅓", "3". */
export function pointsText(points: number): string {
  const parts = Math.round(points * 24)
  const whole = Math.floor(parts / 24)
  if (parts % 24 === 0) return `${whole}`
  const fraction = fractions[parts % 24]
  if (!fraction) return decimal(points)
  return whole > 0 ? `${whole}${fraction}` : fraction
}

/** resultText returns the result of a board: "1 : 0", "½ : ½", or '' while it is played. */
export function resultText(board: TournamentBoard): string {
  return board.result ? board.entries.map((_, seat) => pointText(board, seat)).join(' : ') : ''
}

/** boardText returns the result of a board, or why there is none. */
export function boardText(board: TournamentBoard, phase: WholeTournament['phase']): string {
  if (board.result) return resultText(board)
  if (!board.match) return t('tournament.unopened')
  return t(phase === 'running' ? 'tournament.being-played' : 'tournament.unfinished')
}

/** hasTexts reports whether there are texts that moderators can remove, as far as the page knows. */
export function hasTexts({ name, description, reason, boards }: WholeTournament): boolean {
  return Boolean(
    name || description || (reason && !isOfServer(reason)) || boards.some(({ result }) => result?.note !== undefined),
  )
}

/** roundsOf returns the boards by round, the last round first. */
export function roundsOf(boards: readonly TournamentBoard[]): { round: number; boards: TournamentBoard[] }[] {
  const rounds = new Map<number, TournamentBoard[]>()
  for (const board of boards) rounds.set(board.round, [...(rounds.get(board.round) ?? []), board])
  return [...rounds].map(([round, list]) => ({ round, boards: list })).toSorted((a, b) => b.round - a.round)
}

/** ownBoards returns the boards of an entry that are being played. */
export function ownBoards({ boards }: WholeTournament, entry: number): TournamentBoard[] {
  return boards.filter((board) => entry > 0 && !board.result && board.match && board.entries.includes(entry))
}

const reasonsOfServer = ['too-few', 'no-answer', 'declined'] as const

/** isOfServer reports whether nobody wrote the reason why a tournament was closed. */
function isOfServer(reason: string): reason is (typeof reasonsOfServer)[number] {
  return (reasonsOfServer as readonly string[]).includes(reason)
}

/** reasonText returns why a tournament was closed: a text of its director, or a sentence for a reason of the server. */
export function reasonText(reason: string): string {
  return isOfServer(reason) ? t(`tournament.${reason}`) : reason
}

/** lengthText returns how long something lasts: "45 min", "3 h 20 min". */
export function lengthText(minutes: number): string {
  return minutes < 60 ? t('tournament.minutes', { minutes }) : untilText(minutes * 60_000)
}

/** startText returns the time until a start: "in 2 days", "in 4:05". */
export function startText(milliseconds: number): string {
  const days = Math.floor(Math.max(0, milliseconds) / 86_400_000)
  return days >= 2 ? counted('tournament.in-days', days) : t('tournament.in', { time: untilText(milliseconds) })
}

/** untilText returns the time until a moment: "2 days", "3 h 20 min", "4:05". */
export function untilText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)]
  if (hours >= 48) return counted('tournament.days', Math.floor(hours / 24))
  if (hours >= 1) return t('tournament.hours', { hours, minutes: minutes % 60 })
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`
}
