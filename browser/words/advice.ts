import type { LancelotCandidate, LancelotRemark, LancelotVerdict } from '../rules/contract.ts'
import { lineText, turnText } from './notation.ts'
import { wholePercent } from './percent.ts'
import { counted, list, t } from './words.svelte.ts'

/** A gain of another seat is mentioned from this difference in win share on, in thousandths. */
const notableGain = 20

/** A review mentions a gain of another seat from this one on, because there many faults have a small one. */
const largeGain = 50

/** Thousandths of a seat as whole percent. */
const percent = (thousandths: number, seat: number) => wholePercent(thousandths / 1000, seat)

/** candidateText returns a sentence on the consequences of a turn. `names` are those of all seats. */
export function candidateText(candidate: LancelotCandidate, names: readonly string[]): string {
  const parts = [capturesText(candidate)]
  if (!candidate.outcome.over) parts.push(threatsText(candidate, names))
  if (!candidate.outcome.over) parts.push(prospectText(candidate, names))
  if (candidate.gain >= notableGain) {
    const who = names[candidate.gains] ?? ''
    parts.push(names.length === 2 ? t('advice.gains.opponent', { who }) : t('advice.gains', { who }))
  }
  if (candidate.kingmaking) parts.push(kingmakingText(candidate, names))
  return `${turnText(candidate.turn)} ${parts.join('; ')}.`
}

/**
 * kingmakingText explains that a turn decides about another seat without changing the own win share, as a part of a sentence
 * about the turn or as a sentence of its own; '' if it does not.
 */
export function kingmakingText(
  { turn, kingmaking, seat }: LancelotCandidate,
  names: readonly string[],
  sentence = false,
): string {
  if (!kingmaking) return ''
  const { instead, seat: other, change } = kingmaking
  const values = {
    who: names[seat] ?? '',
    other: names[other] ?? '',
    turn: turnText(turn),
    instead: turnText(instead),
    percent: Math.round(change / 10),
  }
  return t(sentence ? 'review.kingmaking' : 'advice.kingmaking', values)
}

function capturesText({ seat, captures, captured, target, outcome, winShares }: LancelotCandidate): string {
  const n = captures.length
  if (outcome.over && winShares[seat] === 1000) return n > 0 ? counted('advice.wins.capturing', n) : t('advice.wins')
  if (outcome.over) return t(outcome.winners.includes(seat) ? 'advice.shares' : 'advice.loses')
  return n > 0 ? counted('advice.captures', n, { captured, target }) : t('advice.captures.nothing')
}

/** What each other seat could capture with a single stone and, if that is more, with the king's power. */
function threatsText({ seat, threats, excaliburThreats = [] }: LancelotCandidate, names: readonly string[]): string {
  const who = names[seat] ?? ''
  if (threats.length + excaliburThreats.length === 0) return t('advice.threat.none', { who })
  const withExcalibur = (by: number) => excaliburThreats.find((threat) => threat.by === by)
  const stones = threats.map(({ by, on, captures }) => {
    const text = counted('advice.threat', captures.length, { by: names[by] ?? '', who, on })
    const more = withExcalibur(by)
    return more
      ? `${text} ${t('advice.threat.or-excalibur', { n: more.captures.length, turn: turnText(more.turn) })}`
      : text
  })
  const others = excaliburThreats
    .filter(({ by }) => !threats.some((threat) => threat.by === by))
    .map(({ by, turn, captures }) =>
      counted('advice.threat-excalibur', captures.length, { by: names[by] ?? '', who, turn: turnText(turn) }),
    )
  if (stones.length === 0) return t('advice.threat.no-stone', { who, others: others.join(', ') })
  return [...stones, ...others].join(', ')
}

function prospectText({ seat, winShares, proved }: LancelotCandidate, names: readonly string[]): string {
  const share = winShares[seat] ?? 0
  if (proved && share === 1000) return t(names.length === 2 ? 'advice.proved.win' : 'advice.proved.win.several')
  if (proved && share === 0) {
    return names.length === 2
      ? t('advice.proved.loss', { who: names[1 - seat] ?? '' })
      : t('advice.proved.loss.several')
  }
  return t('advice.win-share', { who: names[seat] ?? '', percent: percent(share, seat) })
}

/** verdictText returns sentences on a turn that was played and on the better one. `names` are those of all seats. */
export function verdictText(
  { kind, played, better }: Pick<LancelotVerdict, 'kind' | 'played' | 'better'>,
  names: readonly string[],
): string {
  const turn = turnText(played.turn)
  if (kind === 'good') return t('advice.verdict.good', { turn })
  const verdict = t(`advice.verdict.${kind}`, { turn })
  return `${verdict} ${candidateText(played, names)} ${t('advice.better', { sentence: candidateText(better, names) })}`
}

/** The turn of another seat after a turn, in the game. */
export interface Answered {
  by: number
  turn: string
  /** The number of stones that it captured of the seat before. */
  n: number
  /** It reached the target. */
  wins: boolean
}

/** A turn of a review with what the rules know about it. */
export interface ReviewedTurn extends Pick<LancelotVerdict, 'played' | 'better'> {
  /** The remarks on the turn and on the better one. */
  remarks: readonly LancelotRemark[]
  betterRemarks: readonly LancelotRemark[]
  /** The turns of the others that followed in the game, up to the next one of the seat. */
  answers: readonly Answered[]
  /** The best reply that the engine found, with its seat and the remarks on it. */
  reply: { turn: string; by: number; remarks: readonly LancelotRemark[] } | undefined
}

/** faultReasons returns why a turn was worse than the better one, in sentences. `names` are those of all seats. */
export function faultReasons(turn: ReviewedTurn, names: readonly string[]): string[] {
  const { played } = turn
  const missed = missedText(turn)
  return [
    ...missed,
    ...harmReasons(turn, names, missed.length > 0),
    ...(played.kingmaking ? [kingmakingText(played, names, true)] : []),
    ...(missed.length === 0 ? [betterText(turn)] : []),
    ...(names.length > 2 && played.gain >= largeGain
      ? [t('review.turn.gains', { turn: turnText(played.turn), who: names[played.gains] ?? '' })]
      : []),
  ]
}

/** harmReasons returns what a turn allows the others, without naming the better one. `known`: there is another reason already. */
export function harmReasons(turn: ReviewedTurn, names: readonly string[], known = false): string[] {
  const targets = targetTexts(turn, names)
  const facts = [
    ...targets,
    ...exposedTexts(turn, names),
    ...(targets.length === 0 ? lostTexts(turn.played, names) : []),
  ]
  return [
    ...facts,
    ...closedTexts(turn, names),
    ...spentTexts(turn),
    ...(facts.length === 0 && !known ? replyTexts(turn, names) : []),
  ]
}

/** The largest capture that a turn threatens, in stones. */
function threatened(remarks: readonly LancelotRemark[]): number {
  return Math.max(0, ...remarks.filter(({ code }) => code === 'threatens').map(({ n }) => n))
}

/** The better turn, with the largest capture that it threatens and the turn that was played does not. */
function betterText({ better, remarks, betterRemarks }: ReviewedTurn): string {
  const [n, turn] = [threatened(betterRemarks), turnText(better.turn)]
  return n > threatened(remarks)
    ? counted('review.turn.better-threatens', n, { turn })
    : t('review.turn.better', { turn })
}

/** What the better turn wins or captures, and the turn that was played does not. */
function missedText({ played, better, betterRemarks }: ReviewedTurn): string[] {
  const { seat, outcome, captures, proved, winShares } = better
  const turn = turnText(better.turn)
  if (outcome.over && winShares[seat] === 1000) return [t('review.turn.misses-win', { turn })]
  if (proved && winShares[seat] === 1000) return [t('review.turn.misses-forced-win', { turn })]
  const n = captures.length
  if (n <= played.captures.length) return []
  const several = betterRemarks.find(({ code }) => code === 'captures-stones-many')
  if (several) return [t('review.turn.misses-several', { turn, n, lines: list(several.lines.map(lineText)) })]
  if (played.captures.length > 0) return [t('review.turn.misses-more', { turn, n })]
  return [counted('review.turn.misses', n, { turn })]
}

/** The king's power, if the turn uses it without need. */
function spentTexts({ played, better }: ReviewedTurn): string[] {
  const needless =
    played.turn.includes('X') && !better.turn.includes('X') && played.captures.length <= better.captures.length
  return needless ? [t('review.turn.spends')] : []
}

/** The best reply, with what it captures or threatens, and whether it takes the square of the better turn. */
function replyTexts({ reply, better }: ReviewedTurn, names: readonly string[]): string[] {
  if (!reply) return []
  const turn = turnText(reply.turn)
  const captured =
    reply.remarks.find(({ code }) => code === 'captures-stones' || code === 'captures-stones-many')?.n ?? 0
  const threat = threatened(reply.remarks)
  if (reply.turn === better.turn && !turn.includes('X')) {
    const place = { by: names[reply.by] ?? '', square: turn }
    if (captured > 0) return [counted('review.turn.leaves-captures', captured, place)]
    if (threat > 0) return [counted('review.turn.leaves-threatens', threat, place)]
    return [t('review.turn.leaves', place)]
  }
  if (captured > 0) return [counted('review.turn.reply-captures', captured, { turn })]
  if (threat > 0) return [counted('review.turn.reply-threatens', threat, { turn })]
  return [t('review.turn.reply', { turn })]
}

/**
 * The seats that can reach the target after the turn, but not after the better one, or then only with the king's power, and
 * those that did.
 */
function targetTexts({ remarks, betterRemarks, answers }: ReviewedTurn, names: readonly string[]): string[] {
  const reach = (all: readonly LancelotRemark[], seat: number, ...codes: LancelotRemark['code'][]) =>
    all.some((one) => one.seat === seat && codes.includes(one.code))
  return remarks.flatMap(({ code, seat, square, turn }) => {
    const who = names[seat] ?? ''
    const news =
      (code === 'leaves-target' && !reach(betterRemarks, seat, code)) ||
      (code === 'leaves-target-excalibur' && !reach(betterRemarks, seat, code, 'leaves-target'))
    if (!news) return []
    const won = answers.find((answer) => answer.by === seat && answer.wins)
    if (won) return [t('review.turn.won', { who, turn: turnText(won.turn) })]
    if (code === 'leaves-target') return [t('review.turn.target', { who, square })]
    return [t('review.turn.target-excalibur', { who, turn: turnText(turn) })]
  })
}

/** A review mentions what the king's power could capture if it is so many stones more: it can be used only once. */
const largeExcaliburThreat = 2

/**
 * The stones that others could capture after the turn, more of them than after the better one, with a stone or with the king's
 * power, and those they captured.
 */
function exposedTexts(turn: ReviewedTurn, names: readonly string[]): string[] {
  const { played, better, remarks, answers } = turn
  const who = names[played.seat] ?? ''
  const of = <T extends { by: number; captures: readonly unknown[] }>(
    threats: readonly T[] | undefined,
    seat: number,
  ) => {
    const threat = threats?.find(({ by }) => by === seat)
    return { threat, n: threat?.captures.length ?? 0 }
  }
  return names.flatMap((by, seat) => {
    const [stone, excalibur] = [of(played.threats, seat), of(played.excaliburThreats, seat)]
    const anyway = of(better.threats, seat).n
    const anywayExcalibur = Math.max(anyway, stone.n, of(better.excaliburThreats, seat).n)
    const texts = [
      ...(stone.threat && stone.n > anyway
        ? [counted('review.turn.exposes', stone.n, { by, who, on: stone.threat.on })]
        : []),
      ...(excalibur.threat && excalibur.n >= anywayExcalibur + largeExcaliburThreat
        ? [t('review.turn.exposes-excalibur', { n: excalibur.n, by, who, turn: turnText(excalibur.threat.turn) })]
        : []),
    ]
    const answer = answers.find((one) => one.by === seat && one.n > 0)
    if (texts.length === 0 || !answer) {
      // A turn that reaches the target has its own reason.
      return remarks.some((one) => one.seat === seat && one.code.startsWith('leaves-target')) ? [] : texts
    }
    return answer.wins ? [] : [counted('review.turn.followed', answer.n, { by, who, turn: turnText(answer.turn) })]
  })
}

/** The lines that the turn closes for its own seat without a capture there, and that the better one does not close. */
function closedTexts({ played, remarks, betterRemarks }: ReviewedTurn, names: readonly string[]): string[] {
  const who = names[played.seat] ?? ''
  const of = (all: readonly LancelotRemark[], ...codes: LancelotRemark['code'][]) =>
    all.filter(({ code }) => codes.includes(code)).flatMap(({ lines }) => lines.map(lineText))
  const excused = [...of(remarks, 'captures-stones', 'captures-stones-many'), ...of(betterRemarks, 'closes')]
  const lines = of(remarks, 'closes').filter((line) => !excused.includes(line))
  if (lines.length === 0) return []
  return [t(lines.length === 1 ? 'review.turn.closes-one' : 'review.turn.closes', { who, lines: list(lines) })]
}

/** A turn that loses by force. */
function lostTexts({ proved, winShares, seat, outcome }: LancelotCandidate, names: readonly string[]): string[] {
  if (outcome.over || !proved || winShares[seat] !== 0) return []
  return [names.length === 2 ? t('review.turn.loses', { who: names[1 - seat] ?? '' }) : t('review.turn.loses.several')]
}
