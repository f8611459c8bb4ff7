/** Writes the calls that create the groups and nodes of a drawing. */
import { groupedBy } from '../../grouped.ts'
import { chain, optionsLiteral, quote } from './calls.ts'
import type { Drawing, DrawnGroup, DrawnNode, Rows } from './drawing.ts'
import { variableNames } from './ids.ts'

const CALLS = { cloud: 'Cloud', host: 'Host', vm: 'VM' } as const

/**
 * A part of the script for the nodes outside of groups and for each outermost group.
 * @param rows those of each group; a group without any has one row
 */
export const writeElements = (
  drawing: Drawing,
  rows: ReadonlyMap<string, Rows>,
  idOf: (id: string) => string,
): string[] => new ElementWriter(drawing, rows, idOf).parts()

class ElementWriter {
  readonly #groups: ReadonlyMap<string, DrawnGroup>
  readonly #nodes: ReadonlyMap<string, DrawnNode>
  readonly #groupsInside: ReadonlyMap<string | undefined, readonly DrawnGroup[]>
  readonly #nodesInside: ReadonlyMap<string | undefined, readonly DrawnNode[]>
  readonly #rows: ReadonlyMap<string, Rows>
  readonly #idOf: (id: string) => string
  readonly #variableOf = variableNames()
  /** The lines of an outermost group. */
  #lines: string[] = []

  constructor(
    { groups, nodes }: Drawing,
    rows: ReadonlyMap<string, Rows>,
    idOf: (id: string) => string,
  ) {
    this.#groups = new Map(groups.map((group) => [group.id, group]))
    this.#nodes = new Map(nodes.map((node) => [node.id, node]))
    this.#groupsInside = groupedBy(groups, ({ parent }) => parent)
    this.#nodesInside = groupedBy(nodes, ({ group }) => group)
    this.#rows = rows
    this.#idOf = idOf
  }

  parts(): string[] {
    const loose = this.#nodesInside.get(undefined) ?? []
    const outermost = this.#groupsInside.get(undefined) ?? []
    const calls = loose.map((node) => `.createProcess(${this.#process(node)})`)
    return [
      chain('topology', calls).join('\n'),
      ...outermost.map((group) => {
        this.#lines = []
        this.#writeGroup(group, 'topology')
        return this.#lines.join('\n')
      }),
    ]
  }

  #writeGroup(group: DrawnGroup, outer: string): void {
    const create = `${outer}.${this.#creation(group)}`
    const rows = this.#rowsOf(group.id)
    if (rows.length === 0) {
      this.#lines.push(create)
      return
    }
    const name = this.#variableOf(this.#idOf(group.id))
    this.#lines.push(`const ${name} = ${create}`)
    this.#writeContent(name, rows)
  }

  #creation({ id, isUnnamed: _, parent, kind, label, ...rest }: DrawnGroup): string {
    const what = kind === undefined ? 'Group' : CALLS[kind]
    const look = { label: shown(label), ...rest }
    if (parent === undefined)
      return `create${what}(${quote(this.#idOf(id))}, ${optionsLiteral(look)})`
    return `add${what}(${optionsLiteral({ id: this.#idOf(id), ...look })})`
  }

  #process({ id, isUnnamed: _, group: __, line: ___, label, ...rest }: DrawnNode): string {
    return optionsLiteral({ id: this.#idOf(id), label: shown(label), ...rest })
  }

  /** Empty for a group without content. */
  #rowsOf(id: string): Rows {
    const all = [...(this.#nodesInside.get(id) ?? []), ...(this.#groupsInside.get(id) ?? [])]
    if (all.length === 0) return []
    return this.#rows.get(id) ?? [all.map((one) => one.id)]
  }

  /** A group inside has separate statements, between the calls for what is before and behind it. */
  #writeContent(name: string, rows: Rows): void {
    let calls: string[] = []
    let hasGroups = false
    for (const [index, row] of rows.entries()) {
      if (index > 0) calls.push('.newRow()')
      for (const id of row) {
        const group = this.#groups.get(id)
        if (group === undefined) {
          calls.push(`.addProcess(${this.#process(this.#nodes.get(id) as DrawnNode)})`)
          continue
        }
        this.#writeCalls(name, calls)
        this.#writeGroup(group, name)
        calls = []
        hasGroups = true
      }
    }
    if (hasGroups) {
      this.#writeCalls(name, calls)
      calls = []
    }
    this.#writeCalls(name, [...calls, '.autoResize()'])
  }

  #writeCalls(name: string, calls: readonly string[]): void {
    for (const line of chain(name, calls)) this.#lines.push(line)
  }
}

/** A label without words is drawn as none; without a label, the id would be drawn. */
const shown = (label: string): string => label || ' '
