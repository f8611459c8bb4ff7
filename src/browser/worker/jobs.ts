/** Everything that the worker of the playground does. */
import type { Theme } from '../../render/index.ts'
import { convertText } from './convert-text.ts'
import { drawText } from './draw.ts'
import { completeText, explainText } from './language.ts'
import { TextSession } from './text-session.ts'

/** A text with the place of its cursor, in UTF-16 units. */
export interface TextAt {
  readonly text: string
  readonly offset: number
}

const session = new TextSession()

function sessionWith(text: string): TextSession {
  session.open(text)
  return session
}

export const jobs = {
  draw: ({ text, theme }: { readonly text: string; readonly theme: Theme }) =>
    drawText(sessionWith(text), theme),
  convert: async (text: string) => convertText(text),
  complete: ({ text, offset }: TextAt) => completeText(sessionWith(text), offset),
  explain: ({ text, offset }: TextAt) => explainText(sessionWith(text), offset),
}

export type Jobs = typeof jobs
