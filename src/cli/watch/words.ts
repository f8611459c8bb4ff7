/** What the status view says of the state of a script. */

import type { Style } from '../io/channel.ts'
import { adviceWords } from '../sync/advice.ts'
import type { ScriptState } from './board.ts'

/** @param age since when it is so, in milliseconds */
export function wordsOf(state: ScriptState, age: number): { text: string; style: Style; todo: string } {
  switch (state.kind) {
    case 'watching':
      return { text: 'watching', style: 'dim', todo: '' }
    case 'checking':
      return { text: 'checking', style: 'cyan', todo: '' }
    case 'waiting':
      return { text: 'waiting', style: 'yellow', todo: 'is sent as soon as the service takes it' }
    case 'gone':
      return { text: 'gone', style: 'dim', todo: 'it stays on the service' }
    case 'sent':
      return {
        text: `${state.action === 'created' ? 'created' : 'uploaded'} ${ago(age)}`,
        style: 'green',
        todo: adviceWords(state.advice) ?? state.url ?? '',
      }
    case 'invalid': {
      const count = state.errors.length
      return {
        text: `${count} ${count === 1 ? 'error' : 'errors'}`,
        style: 'red',
        todo: 'is not sent until it is mended',
      }
    }
    case 'paused':
      return { text: `paused: ${state.reason}`, style: 'yellow', todo: 'pull or push it' }
    case 'failed':
      return { text: `failed: ${state.reason}`, style: 'red', todo: 'is sent when it is saved again' }
  }
}

function ago(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  if (seconds < 60) return `${seconds} s ago`
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min ago` : `${Math.floor(seconds / 3600)} h ago`
}

const named: Partial<Record<ScriptState['kind'], string>> = { invalid: 'with errors', sent: 'uploaded' }

/** Where scripts are only counted. */
export const kindName = ({ kind }: ScriptState): string => named[kind] ?? kind
