import type { LancelotCandidate, LancelotVerdict } from '../rules/contract.ts'
import { turnText } from './notation.ts'
import { counted, t } from './words.svelte.ts'

/** A gain of another seat is mentioned from this difference in win share on, in thousandths. */
const notableGain = 20

/** Thousandths as whole percent. */
const percent = (thousandths: number) => Math.floor((thousandths + 5) / 10)

/** candidateText returns a sentence on the consequences of a turn. `names` are those of all seats. */
export function candidateText(candidate: LancelotCandidate, names: readonly string[]): string {
  const parts = [capturesText(candidate)]
  if (!candidate.outcome.over) parts.push(threatsText(candidate, names))
  if (candidate.gain >= notableGain) {
    const who = names[candidate.gains] ?? ''
    parts.push(names.length === 2 ? t('advice.gains.opponent', { who }) : t('advice.gains', { who }))
  }
  if (!candidate.outcome.over) parts.push(prospectText(candidate, names))
  if (candidate.kingmaking) parts.push(kingmakingText(candidate, names))
  return `${turnText(candidate.turn)} ${parts.join('; ')}.`
}

/** kingmakingText explains that a turn decides about another seat without changing the own win share; '' if it does not. */
export function kingmakingText({ kingmaking, seat }: LancelotCandidate, names: readonly string[]): string {
  if (!kingmaking) return ''
  const { instead, seat: other, change } = kingmaking
  const values = {
    who: names[seat] ?? '',
    other: names[other] ?? '',
    instead: turnText(instead),
    percent: percent(change),
  }
  return t('advice.kingmaking', values)
}

function capturesText({ seat, captures, captured, target, outcome, winShares }: LancelotCandidate): string {
  const n = captures.length
  if (outcome.over && winShares[seat] === 1000) return n > 0 ? counted('advice.wins.capturing', n) : t('advice.wins')
  if (outcome.over) return t(outcome.winners.includes(seat) ? 'advice.shares' : 'advice.loses')
  return n > 0 ? counted('advice.captures', n, { captured, target }) : t('advice.captures.nothing')
}

/** Only captures by a single stone are mentioned, not those of an Excalibur turn. */
function threatsText({ seat, threats }: LancelotCandidate, names: readonly string[]): string {
  const who = names[seat] ?? ''
  if (threats.length === 0) return t('advice.threat.none', { who })
  return threats
    .map(({ by, on, captures }) => counted('advice.threat', captures.length, { by: names[by] ?? '', who, on: on }))
    .join(', ')
}

function prospectText({ seat, winShares, proved }: LancelotCandidate, names: readonly string[]): string {
  const share = winShares[seat] ?? 0
  if (proved && share === 1000) return t(names.length === 2 ? 'advice.proved.win' : 'advice.proved.win.several')
  if (proved && share === 0) {
    return names.length === 2
      ? t('advice.proved.loss', { who: names[1 - seat] ?? '' })
      : t('advice.proved.loss.several')
  }
  return t('advice.win-share', { who: names[seat] ?? '', percent: percent(share) })
}

/** verdictText returns sentences on a turn that was played and on the better one. `names` are those of all seats. */
export function verdictText({ kind, loss, played, better }: LancelotVerdict, names: readonly string[]): string {
  const turn = turnText(played.turn)
  if (kind === 'good') return t('advice.verdict.good', { turn })
  const verdict = t(`advice.verdict.${kind}`, { turn, percent: percent(loss) })
  return `${verdict} ${candidateText(played, names)} ${t('advice.better', { sentence: candidateText(better, names) })}`
}
