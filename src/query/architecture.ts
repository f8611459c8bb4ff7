/** Joins the diagrams of a project into one graph: the same name is the same thing in all of them. */
import { addTo } from '../grouped.ts'
import type { CheckedScript } from '../project/check/check.ts'
import type { LocalScript } from '../project/script/load.ts'
import { nameIn } from '../project/script/metadata.ts'
import { nearest } from '../text/nearest.ts'
import type { NodeKind, Outline, Span } from '../topology/index.ts'

/** One place where a diagram draws a thing. */
export interface Appearance {
  /** Its id, behind the namespace of the script if it has one. */
  readonly id: string
  readonly label: string | undefined
  readonly kind: NodeKind
  /** Name of the group that contains it. */
  readonly group: string | undefined
  readonly isExternal: boolean
  readonly script: LocalScript
  readonly at: Span
}

/** A connection in a diagram, or a group and a node in it. */
export interface Relation {
  readonly from: string
  readonly to: string
  readonly label: string | undefined
  readonly isConnection: boolean
  readonly script: LocalScript
  readonly at: Span
}

export class Architecture {
  /** In the order of the scripts and their calls. */
  readonly things = new Map<string, Appearance[]>()
  readonly links: Relation[] = []
  /** Links by the name at their end, and by the name at their start. */
  readonly into = new Map<string, Relation[]>()
  readonly outOf = new Map<string, Relation[]>()

  add(script: LocalScript, { nodes, connections }: Outline): void {
    const name = (id: string) => nameIn(script.metadata, id)
    for (const { id, label, kind, isExternal, group: inside, at } of nodes) {
      const group = inside && name(inside)
      // Written out: a copy by spread takes twice the memory, and a company has many diagrams.
      addTo(this.things, name(id), { id: name(id), label, kind, isExternal, group, script, at })
      if (group)
        this.#link({
          from: group,
          to: name(id),
          label: 'contains',
          isConnection: false,
          script,
          at,
        })
    }
    for (const { from, to, label, at } of connections)
      this.#link({
        from: name(from),
        to: name(to),
        label,
        isConnection: true,
        script,
        at,
      })
  }

  #link(link: Relation): void {
    this.links.push(link)
    addTo(this.into, link.to, link)
    addTo(this.outOf, link.from, link)
  }

  /** The names that an id or a pattern means: `*` is any text. */
  matching(given: string): string[] {
    if (this.things.has(given)) return [given]
    return given.includes('*')
      ? [...this.things.keys()].filter((id) => matchesPattern(id, given))
      : []
  }

  /** The name that was probably meant; a name in a namespace if only its id was given. */
  meant(given: string): string | undefined {
    const all = [...this.things.keys()]
    return all.find((id) => id.endsWith(`/${given}`)) ?? nearest(given, all)
  }
}

/** @param checked scripts with their outlines; those that have errors are left out */
export function architectureOf(checked: readonly CheckedScript[]): Architecture {
  const architecture = new Architecture()
  for (const { script, outline } of checked) if (outline) architecture.add(script, outline)
  return architecture
}

/** Without a regular expression, which may take hours for many stars. */
export function matchesPattern(text: string, pattern: string): boolean {
  const [start = '', ...parts] = pattern.split('*')
  const end = parts.pop() ?? ''
  let at = start.length
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.startsWith(start) && text.endsWith(end) && at <= text.length - end.length
}
