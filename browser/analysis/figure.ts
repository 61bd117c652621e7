import { speech, t } from '../words/words.svelte.ts'
import type { Summary } from './review.svelte.ts'

/** figure returns the accuracy of one of two players in percent, or the mean loss of one of more players; '–' without moves. */
export function figure({ accuracy, meanLoss }: Summary, two: boolean): string {
  if (two) return accuracy === undefined ? '–' : t('advice.percent', { percent: accuracy })
  if (meanLoss === undefined) return '–'
  const digits = { maximumFractionDigits: 1, minimumFractionDigits: 1 }
  return t('advice.percent', { percent: new Intl.NumberFormat(speech.language, digits).format(meanLoss) })
}
