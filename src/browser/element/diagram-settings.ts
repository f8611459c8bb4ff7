/** The attributes of an element, and what is possible in each. */
import type { Direction } from '../../render/index.ts'
import { alternatives } from '../../text/alternatives.ts'
import type { DiagramProblem } from './diagram-problem.ts'

export type DiagramFormat = 'svg' | 'explorer'
export type DiagramTheme = 'auto' | 'light' | 'dark'

export interface DiagramSettings {
  readonly format: DiagramFormat
  readonly direction: Direction | undefined
  readonly scenario: string | undefined
  /** Address of the script; undefined if it is in the page. */
  readonly src: string | undefined
}

/** Written out, because a page needs none of the modules that have these lists. */
const possible = {
  format: ['svg', 'explorer'],
  theme: ['auto', 'light', 'dark'],
  direction: ['down', 'right', 'up', 'left'],
} as const satisfies Record<string, readonly (DiagramFormat | DiagramTheme | Direction)[]>

export const diagramAttributes = [...Object.keys(possible), 'scenario', 'src']

/** Most characters of a wrong value that a page repeats. */
const MOST_SHOWN = 60

/** A missing or an empty attribute has its default. */
export function diagramSettings(element: Element): DiagramSettings | DiagramProblem {
  const attributeOf = (name: string) => element.getAttribute(name)?.trim() || undefined
  for (const [name, values] of Object.entries(possible)) {
    const value = attributeOf(name)
    if (value !== undefined && !(values as readonly string[]).includes(value))
      return {
        message: `The attribute ${name} is “${value.slice(0, MOST_SHOWN)}”`,
        fix: `Write ${alternatives(values)}.`,
      }
  }
  return {
    format: (attributeOf('format') ?? 'svg') as DiagramFormat,
    direction: attributeOf('direction') as Direction | undefined,
    scenario: attributeOf('scenario'),
    src: attributeOf('src'),
  }
}
