/** Why an exercise has failed, in a sentence. */

import type { LancelotState, LessonCause, LessonState, WotnState } from '../rules/contract.ts'
import { seatTags } from '../rules/kinds.gen.ts'
import { nameOf, theName } from '../words/kinds.svelte.ts'
import { lineText } from '../words/notation.ts'
import { alternatives, counted, list, lookUp, sentence, signed, t } from '../words/words.svelte.ts'

/** failureText returns the reason of a failure that the file of the exercise does not explain. */
export function failureText(state: LessonState): string {
  const { fact, levels, cause, wotn, lancelot } = state
  switch (fact) {
    case 'weak-victim':
      return t('learn.fact.weak-victim', { own: levels[0], victim: levels[1] })
    case 'recaptured':
    case 'promotes':
      return wotn ? replyText(fact, state.refutation[0] ?? '', wotn) : t('learn.fact.none')
    case 'unmet':
    case 'reached': {
      const text = wotn ? wotnCause(cause, wotn) : lancelot ? lancelotCause(cause, lancelot, state) : ''
      return text || t('learn.fact.none')
    }
    case 'game-over':
      return [overText(state), t('learn.fact.game-over')].filter(Boolean).join(' ')
  }
  return t(`learn.fact.${fact || 'none'}`)
}

/** replyText describes the opponent's move after a wrong one. */
function replyText(fact: 'recaptured' | 'promotes', reply: string, { pieces, variant }: WotnState): string {
  const [from, square] = [reply.slice(0, 2), reply.slice(2, 4)]
  const at = (name: string) => pieces.find((piece) => piece.square === name)
  const mover = at(from)
  const piece = mover ? sentence(theName(mover.kind, variant)) : ''
  if (fact === 'recaptured') return t('learn.fact.recaptured', { piece, square })
  return t(at(square) ? 'learn.fact.promotes.capture' : 'learn.fact.promotes', { piece, square })
}

/** overText says how the game has ended. */
function overText({ wotn, lancelot }: LessonState): string {
  const outcome = (wotn ?? lancelot)?.outcome
  if (!outcome?.over) return ''
  const names = outcome.winners.map((side) => (wotn ? t(side === 0 ? 'color.w' : 'color.b') : lookUp(`seat.${side}`)))
  const result =
    names.length === 0 ? t('result.draw') : t(names.length === 1 ? 'result.won' : 'result.shared', { who: list(names) })
  return `${result} ${lookUp(`result.${outcome.reason}`, { target: lancelot?.rules.target ?? 0 })}.`
}

const sideName = (side: string) => t(side === 'b' ? 'color.b' : 'color.w')

function wotnCause({ name, args: [first = '', second = ''], value, not }: LessonCause, { variant }: WotnState): string {
  const kindsOf = (letters: string) => {
    const names = [...letters].map((letter) => nameOf(letter.toUpperCase(), variant))
    return alternatives([...new Set(names)])
  }
  if (not) {
    if (name === 'captures') return counted('learn.cause.captured-pieces', value, { who: sideName(first) })
    if (name === 'level') return t('learn.cause.has-level', { who: sideName(first), n: second })
    return ''
  }
  switch (name) {
    case 'piece':
      return t('learn.cause.piece', { square: first, kinds: kindsOf(second) })
    case 'kind':
      return t('learn.cause.kind', { kinds: kindsOf(first) })
    case 'level':
      return t('learn.cause.level', { n: second })
    case 'kings':
      return t('learn.cause.kings', { n: second })
    case 'captured':
      return t('learn.cause.captured', { square: first })
    case 'captures':
      return t('learn.cause.captures', { value, n: second })
    case 'attacked':
      return t('learn.cause.attacked', { square: first, who: sideName(second) })
    case 'check':
      return t('learn.cause.check', { who: sideName(first) })
    case 'mate':
      return t('learn.cause.mate')
    case 'castled':
      return t('learn.cause.castled')
  }
  return ''
}

/** seatOf returns the seat of a letter. */
const seatOf = (letter: string) => (seatTags as readonly string[]).indexOf(letter.toUpperCase())
const seatName = (letter: string) => lookUp(`seat.${seatOf(letter)}`)

function lancelotCause(
  { name, args: [first = '', second = '', third = ''], value, not }: LessonCause,
  game: LancelotState,
  { learner, refutation }: LessonState,
): string {
  const own = seatOf(first) === learner
  switch (name) {
    case 'lead': {
      const line = game.lines.find((line) => line.name.replace('–', '-') === second)
      const values = {
        who: seatName(first),
        line: line ? sentence(lineText(line)) : second,
        lead: not ? value : signed(value),
        n: signed(Number(third)),
      }
      if (not) return t('learn.cause.lead.not', values)
      return t(own ? 'learn.cause.lead.own' : 'learn.cause.lead', values)
    }
    case 'exposed': {
      const square = refutation[0] ?? ''
      if (!not) return ''
      return square
        ? counted('learn.cause.exposed-by', value, { who: lookUp(`seat.${game.toAct}`), square })
        : counted('learn.cause.exposed', value)
    }
    case 'captures':
      return not
        ? counted('learn.cause.captured-stones', value, { who: seatName(first) })
        : t('learn.cause.captures', { value, n: second })
    case 'captured':
      return not ? '' : t('learn.cause.captured-stone', { square: first })
    case 'piece':
      return not ? '' : t(second === '*' ? 'learn.cause.excalibur' : 'learn.cause.stone', { square: first })
    case 'closed':
      return not ? '' : t('learn.cause.closed', { square: first, who: seatName(second) })
    case 'power':
      return not ? '' : t('learn.cause.power')
  }
  return ''
}
