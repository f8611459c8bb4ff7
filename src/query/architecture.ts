/** Joins the diagrams of a project into one graph: the same name is the same thing in all of them. */
import { addTo } from '../grouped.ts'
import { type CheckedScript, hasErrors } from '../project/check/check.ts'
import type { LocalScript } from '../project/script/load.ts'
import { type Metadata, nameIn } from '../project/script/metadata.ts'
import { nearest } from '../text/nearest.ts'
import type { NodeKind, Outline, Span } from '../topology/index.ts'

/** The part of a script that an answer names. */
export type DrawnScript = Pick<LocalScript, 'path' | 'slug' | 'locate'>

/** One place where a diagram draws a thing. */
export interface Appearance<Script = DrawnScript> {
  /** Its id, behind the namespace of the script if it has one. */
  readonly id: string
  readonly label: string | undefined
  readonly kind: NodeKind
  /** Name of the group that contains it. */
  readonly group: string | undefined
  readonly isExternal: boolean
  readonly script: Script
  readonly at: Span
}

/** A connection in a diagram, or a group and a node in it. */
export interface Relation<Script = DrawnScript> {
  readonly from: string
  readonly to: string
  readonly label: string | undefined
  readonly isConnection: boolean
  readonly script: Script
  readonly at: Span
}

/** The graph of one diagram. */
export interface ScriptGraph<Script = DrawnScript> {
  readonly things: readonly Appearance<Script>[]
  readonly links: readonly Relation<Script>[]
}

export class Architecture<Script = DrawnScript> {
  /** In the order of the scripts and their calls. */
  readonly things = new Map<string, Appearance<Script>[]>()
  readonly links: Relation<Script>[] = []
  /** Links by the name at their end, and by the name at their start. */
  readonly into = new Map<string, Relation<Script>[]>()
  readonly outOf = new Map<string, Relation<Script>[]>()

  add({ things, links }: ScriptGraph<Script>): void {
    for (const thing of things) addTo(this.things, thing.id, thing)
    for (const link of links) {
      this.links.push(link)
      addTo(this.into, link.to, link)
      addTo(this.outOf, link.from, link)
    }
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

/** A script with its outline, which may have errors. */
interface OutlinedScript<Script> {
  readonly script: Script
  readonly outline?: Outline | undefined
}

/** @param checked scripts with their outlines; those that have errors are left out */
export function architectureOf<Script extends Pick<LocalScript, 'metadata'>>(
  checked: readonly OutlinedScript<Script>[],
): Architecture<Script> {
  const architecture = new Architecture<Script>()
  for (const { script, outline } of checked)
    if (outline) architecture.add(graphOf(outline, script, script.metadata))
  return architecture
}

function graphOf<Script>(
  { nodes, connections }: Outline,
  script: Script,
  metadata: Metadata,
): ScriptGraph<Script> {
  const name = (id: string) => nameIn(metadata, id)
  const things: Appearance<Script>[] = []
  const links: Relation<Script>[] = []
  for (const { id, label, kind, isExternal, group: inside, at } of nodes) {
    const group = inside && name(inside)
    // Written out: a copy by spread takes twice the memory, and a company has many diagrams.
    things.push({ id: name(id), label, kind, isExternal, group, script, at })
    if (group)
      links.push({
        from: group,
        to: name(id),
        label: 'contains',
        isConnection: false,
        script,
        at,
      })
  }
  for (const { from, to, label, at } of connections)
    links.push({
      from: name(from),
      to: name(to),
      label,
      isConnection: true,
      script,
      at,
    })
  return { things, links }
}

/** A script that was checked for a question: its graph, or the whole of it if it has errors. */
type AskedScript = { readonly skipped: CheckedScript } | { readonly graph: ScriptGraph }

/** Keeps no text and no outline: many would take much memory. */
export function askedScript(checked: CheckedScript): AskedScript {
  if (hasErrors(checked)) return { skipped: checked }
  const { path, slug, locate, metadata } = checked.script
  const outline = checked.outline ?? { nodes: [], connections: [] }
  return { graph: graphOf(outline, { path, slug, locate }, metadata) }
}

/** The graph of all scripts, and those that have errors. */
export function joinAsked(asked: readonly AskedScript[]): {
  architecture: Architecture
  skipped: CheckedScript[]
} {
  const architecture = new Architecture()
  const skipped: CheckedScript[] = []
  for (const one of asked) {
    if ('skipped' in one) skipped.push(one.skipped)
    else architecture.add(one.graph)
  }
  return { architecture, skipped }
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
