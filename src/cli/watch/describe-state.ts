/** Texts of the status view for the state of a script. */

import type { Style } from '../io/channel.ts'
import { adviceWords } from '../sync/advice.ts'
import type { ScriptState } from './board.ts'

/** @param age milliseconds since the state changed */
export function describeState(state: ScriptState, age: number): { text: string; style: Style; todo: string } {
  switch (state.kind) {
    case 'watching':
      return { text: 'watching', style: 'dim', todo: '' }
    case 'checking':
      return { text: 'checking', style: 'cyan', todo: '' }
    case 'waiting':
      return { text: 'waiting', style: 'yellow', todo: 'sent when the service answers again' }
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
        todo: 'not sent until fixed',
      }
    }
    case 'conflict':
    case 'remote-ahead':
      return { text: `${state.kind}: ${state.reason}`, style: 'yellow', todo: 'pull or push it' }
    case 'failed':
      return { text: `failed: ${state.reason}`, style: 'red', todo: 'sent at the next save' }
  }
}

function ago(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  if (seconds < 60) return `${seconds} s ago`
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min ago` : `${Math.floor(seconds / 3600)} h ago`
}

const kindNames: Partial<Record<ScriptState['kind'], string>> = { invalid: 'with errors', sent: 'uploaded' }

/** Name of a state in counts. */
export const kindName = ({ kind }: ScriptState): string => kindNames[kind] ?? kind
