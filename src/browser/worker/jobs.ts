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

export interface DrawInput {
  readonly text: string
  readonly theme: Theme
  /** The text has nothing to do with the last one: its picture need not resemble that one's. */
  readonly isOther: boolean
}

const session = new TextSession()

function sessionWith(text: string, isOther = false): TextSession {
  session.open(text, isOther)
  return session
}

export const jobs = {
  draw: ({ text, theme, isOther }: DrawInput) => drawText(sessionWith(text, isOther), theme),
  convert: async (text: string) => convertText(text),
  complete: ({ text, offset }: TextAt) => completeText(sessionWith(text), offset),
  explain: ({ text, offset }: TextAt) => explainText(sessionWith(text), offset),
}

export type Jobs = typeof jobs
