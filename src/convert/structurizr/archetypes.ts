/** Kinds of elements and relationships that a `workspace.dsl` defines, with what each presets. */
import type { LeftOut } from '../drawing/drawing.ts'
import { isSilent, splitTags } from './dsl-words.ts'
import type { Statement } from './statements.ts'

export interface Archetype {
  /** A keyword in lower case; `->` for relationships. */
  readonly kind: string
  readonly description: string
  readonly technology: string
  readonly tags: readonly string[]
  readonly properties: ReadonlyMap<string, string>
}

const plain = (kind: string): Archetype => ({
  kind,
  description: '',
  technology: '',
  tags: [],
  properties: new Map(),
})

export const ARROW = /^-+(?:(\w+)-+)?>$/

export class Archetypes {
  readonly #known = new Map<string, Archetype>()
  readonly #leftOut: LeftOut[]

  /** @param leftOut gets presets that no picture shows */
  constructor(leftOut: LeftOut[]) {
    this.#leftOut = leftOut
  }

  /** Reads the statements `name = kind { … }`. */
  read(statements: readonly Statement[]): void {
    for (const { tokens, line, children } of statements) {
      const [name = '', operator, kind = ''] = tokens
      if (operator === '=') this.#known.set(name.toLowerCase(), this.#presets(name, kind, children))
      else this.#leftOut.push({ line, what: `archetype ${name}` })
    }
  }

  /** A keyword that is no archetype presets nothing. */
  find(word: string): Archetype {
    const keyword = word.toLowerCase()
    return this.#known.get(keyword) ?? plain(keyword)
  }

  /** The presets of an arrow such as `--calls->`. */
  findForArrow(arrow: string): Archetype {
    return this.find(ARROW.exec(arrow)?.[1] ?? '->')
  }

  #presets(name: string, kind: string, statements: readonly Statement[]): Archetype {
    const base = ARROW.test(kind) ? this.findForArrow(kind) : this.find(kind)
    const tags = [...base.tags]
    const properties = new Map(base.properties)
    let { description, technology } = base
    for (const { tokens, line, children } of statements) {
      const [written = '', ...values] = tokens
      const keyword = written.toLowerCase()
      if (keyword === 'tag' || keyword === 'tags') tags.push(...values.flatMap(splitTags))
      else if (keyword === 'description') description = values[0] ?? ''
      else if (keyword === 'technology') technology = values[0] ?? ''
      else if (keyword === 'properties') addProperties(children, properties)
      else if (!isSilent(keyword))
        this.#leftOut.push({ line, what: `archetype ${name}: ${written}` })
    }
    return { kind: base.kind, description, technology, tags, properties }
  }
}

export function addProperties(
  statements: readonly Statement[],
  properties: Map<string, string>,
): void {
  for (const { tokens } of statements) properties.set(tokens[0] ?? '', tokens[1] ?? '')
}
