/** Runs scripts with exactly the calls and options of the service's document ("Script code structure"), and records all others. */

export interface DocumentRun {
  /** Calls, options and types that the document does not have. */
  further: Set<string>
  /** Options of the document's calls that it does not mark as optional. */
  missing: Set<string>
}

/** By call, in the order of its arguments; `?` marks what may be left out. */
const CALLS: Record<string, readonly (readonly string[])[]> = {
  createGroup: [[], ['label', 'description?'], ['x', 'y']],
  addProcess: [['id', 'label', 'state', 'shape?']],
  connect: [[], [], ['type', 'protocol?', 'label?', 'port?']],
}

/** The calls of each object, and what they return. */
const RETURNS: Record<string, Record<string, string>> = {
  topology: { createGroup: 'group', connect: 'chained connect', apply: 'promise' },
  group: { addProcess: 'group', autoResize: 'chained autoResize' },
  flow: { from: 'flow', showMessage: 'flow', to: 'flow' },
}

export const documentCalls = Object.values(RETURNS).flatMap((calls) => Object.keys(calls))

/** Without those of a position. */
export const documentOptions = new Set(
  Object.values(CALLS).flatMap((given) =>
    given.flat().flatMap((name) => (/^[xy]$/.test(name) ? [] : name.replace('?', ''))),
  ),
)

const TYPES = ['tcp', 'http', 'monitoring', 'replication', 'discovery']

/** @param code as it is sent */
export async function runOnDocumentDsl(code: string): Promise<DocumentRun> {
  const run: DocumentRun = { further: new Set(), missing: new Set() }
  let applied = false
  const objectOf = (kind: string): object =>
    new Proxy(
      {},
      {
        get: (_, name) => {
          if (typeof name === 'symbol' || name === 'then') return undefined
          return (...given: unknown[]) => {
            const returned = RETURNS[kind]?.[name]
            if (returned === undefined) run.further.add(kind.startsWith('chained') ? kind : name)
            readOptions(name, given, run)
            applied ||= name === 'apply'
            return returned === 'promise' ? Promise.resolve() : objectOf(returned ?? kind)
          }
        },
      },
    )
  const builder = (kind: string) =>
    function Builder() {
      return objectOf(kind)
    }
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...given: unknown[]) => Promise<unknown>
  await new AsyncFunction('TopologyBuilder', 'FlowBuilder', code)(
    builder('topology'),
    builder('flow'),
  )
  if (!applied) run.missing.add('apply')
  return run
}

function readOptions(call: string, given: readonly unknown[], run: DocumentRun): void {
  if (call === 'scenario' || call === 'parallel') return
  readFurther(call, given, run)
  readMissing(call, given, run)
}

function readFurther(call: string, given: readonly unknown[], { further }: DocumentRun): void {
  const known = CALLS[call] ?? CALLS.addProcess
  for (const [index, value] of given.entries()) {
    if (typeof value !== 'object' || value === null) continue
    const names = (known?.[index] ?? []).map((name) => name.replace('?', ''))
    for (const [name, option] of Object.entries(value)) {
      if (!names.includes(name)) further.add(name)
      if (name === 'type' && !TYPES.includes(String(option))) further.add(`type ${option}`)
    }
  }
}

function readMissing(call: string, given: readonly unknown[], { missing }: DocumentRun): void {
  for (const [index, options] of (CALLS[call] ?? []).entries())
    for (const name of options.filter((one) => !one.endsWith('?')))
      if ((given[index] as Record<string, unknown> | undefined)?.[name] === undefined)
        missing.add(`${call} ${name}`)
}
