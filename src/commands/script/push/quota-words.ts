/** Says which quotas a push exceeds, and asks a person about it. */
import type { Terminal } from '../../../cli/io/terminal.ts'
import type { Cost } from '../../../sync/push/cost.ts'
import { type Shortage, shortagesIn } from '../../../sync/push/shortage.ts'
import { counted } from '../../../text/words.ts'

interface QuotaWords {
  readonly verb: string
  readonly noun: string
  readonly period: string
}

const wordsOf: Record<Shortage['key'], QuotaWords> = {
  draftsPerDay: { verb: 'create', noun: 'draft', period: 'today' },
  publishPerDay: { verb: 'publish', noun: 'publication', period: 'today' },
  commentsPerHour: { verb: 'comment', noun: 'comment', period: 'this hour' },
  aiChatPerDay: { verb: 'chat', noun: 'chat', period: 'today' },
}

/** A sentence for each quota that is too small. */
export const shortagesInWords = (costs: readonly Cost[]): string[] =>
  shortagesIn(costs).map(({ key, needed, left }) => {
    const { verb, noun, period } = wordsOf[key]
    const missing = needed - left
    return `${needed} to ${verb}, ${counted(left, noun)} left ${period}: ${missing} will not fit.`
  })

/** The words of a command for a set that does not fit. */
interface ShortageWords {
  /** Where nobody is asked. */
  readonly announcement: string
  readonly question: string
}

export const pushWords: ShortageWords = {
  announcement:
    'topo sends what fits and stops there with exit code 5. Push again when "topo quota" shows more.',
  question: 'Push what fits now?',
}

export const importWords: ShortageWords = {
  announcement:
    'topo imports what fits and stops there with exit code 5. The same command resumes when "topo quota" shows more.',
  question: 'Import what fits now?',
}

export const waitingWords: ShortageWords = {
  announcement: 'topo imports what fits, then waits for the quota.',
  question: 'Import what fits now, then wait?',
}

interface Person {
  readonly terminal: Terminal
  readonly isConfirmed: boolean
  readonly confirm: (question: string) => Promise<boolean>
}

/** Asks a person whether to send what fits; elsewhere says so and goes on. */
export async function agreesToShortage(
  costs: readonly Cost[],
  { announcement, question }: ShortageWords,
  { terminal, isConfirmed, confirm }: Person,
): Promise<boolean> {
  const sentences = shortagesInWords(costs)
  if (sentences.length === 0) return true
  if (terminal.interactive && !isConfirmed) return confirm([...sentences, question].join(' '))
  terminal.note([...sentences, announcement].join(' '))
  return true
}

/** In a pipe, a plan has only the numbers. */
export function noteShortages(costs: readonly Cost[], terminal: Terminal): void {
  if (!terminal.json && terminal.out.isTerminal) return
  for (const sentence of shortagesInWords(costs)) terminal.note(sentence)
}
