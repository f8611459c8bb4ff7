/**
 * What the stand-ins recorded, read with distrust: the records come out of a sandbox. A record that does not
 * have its shape is left out; one that refers to a record of another kind is as well.
 */
import {
  CONTAINER_KINDS,
  type NodeKind,
  type Options,
  type Step,
  type UnknownCall,
  type Value,
} from './topology.ts'

/** The number of a record is its place in the log; `at` is the number of a place in the script. */
export type TopologyRecord = { readonly number: number; readonly at: number } & (
  | { readonly is: 'builder'; readonly autoLayout: boolean; readonly given: string }
  | {
      readonly is: 'element'
      readonly kind: NodeKind
      readonly builder: number
      readonly parent: number | undefined
      readonly id: string | undefined
      readonly given: string
      readonly options: Options
      readonly unknown: readonly string[]
    }
  | { readonly is: 'row' | 'resize' | 'awaited' | 'returned'; readonly of: number }
  | { readonly is: 'layer'; readonly of: number; readonly name: string | undefined }
  | {
      readonly is: 'edge'
      readonly builder: number
      readonly from: string
      readonly to: string
      readonly options: Options
      readonly unknown: readonly string[]
    }
  | { readonly is: 'apply'; readonly builder: number }
  | { readonly is: 'flow' }
  | {
      readonly is: 'scenario'
      readonly flow: number
      readonly id: string | undefined
      readonly title: string | undefined
      readonly description: string | undefined
      readonly options: Options
      readonly unknown: readonly string[]
    }
  | { readonly is: 'step'; readonly flow: number; readonly step: StepContent }
  | {
      readonly is: 'unknown'
      readonly on: UnknownCall['on']
      readonly name: string
      readonly mention: string | undefined
    }
)

/** A step without its place. */
export type StepContent = Step extends infer S ? (S extends Step ? Omit<S, 'at' | 'order'> : never) : never

type Raw = Readonly<Record<string, unknown>>

const KINDS: ReadonlySet<unknown> = new Set([
  ...CONTAINER_KINDS,
  'process',
  'node',
  'database',
  'client',
  'actor',
])
const PLACES: ReadonlySet<unknown> = new Set(['topology', 'group', 'node', 'flow'])

export function readRecords(lines: readonly string[]): TopologyRecord[] {
  return lines.flatMap((line, number) => {
    const raw: unknown = JSON.parse(line)
    const record = isRecord(raw) ? read(raw, number) : undefined
    return record === undefined ? [] : [record]
  })
}

function read(raw: Raw, number: number): TopologyRecord | undefined {
  const base = { number, at: integer(raw.at) ?? -1 }
  const named = { options: options(raw.options), unknown: texts(raw.unknown) }
  const builder = integer(raw.builder)
  const of = integer(raw.of)
  const flow = integer(raw.flow)
  switch (raw.is) {
    case 'builder':
      return { ...base, is: 'builder', autoLayout: Boolean(raw.autoLayout), given: text(raw.given) ?? '' }
    case 'element':
      if (builder === undefined || !KINDS.has(raw.kind)) return undefined
      return {
        ...base,
        ...named,
        is: 'element',
        kind: raw.kind as NodeKind,
        builder,
        parent: integer(raw.parent),
        id: text(raw.id),
        given: text(raw.given) ?? '',
      }
    case 'row':
    case 'resize':
    case 'awaited':
    case 'returned':
      return of === undefined ? undefined : { ...base, is: raw.is, of }
    case 'layer':
      return of === undefined ? undefined : { ...base, is: 'layer', of, name: text(raw.name) }
    case 'edge':
      if (builder === undefined) return undefined
      return { ...base, ...named, is: 'edge', builder, from: text(raw.from) ?? '', to: text(raw.to) ?? '' }
    case 'apply':
      return builder === undefined ? undefined : { ...base, is: 'apply', builder }
    case 'flow':
      return { ...base, is: 'flow' }
    case 'scenario': {
      if (flow === undefined) return undefined
      const words = { id: text(raw.id), title: text(raw.title), description: text(raw.description) }
      return { ...base, ...named, ...words, is: 'scenario', flow }
    }
    case 'step': {
      const step = stepContent(raw)
      return flow === undefined || step === undefined ? undefined : { ...base, is: 'step', flow, step }
    }
    case 'unknown': {
      if (!PLACES.has(raw.on)) return undefined
      const on = raw.on as UnknownCall['on']
      return { ...base, is: 'unknown', on, name: text(raw.name) ?? '', mention: text(raw.mention) }
    }
    default:
      return undefined
  }
}

function stepContent(raw: Raw): StepContent | undefined {
  switch (raw.kind) {
    case 'from':
    case 'to':
    case 'flashError':
      return { kind: raw.kind, id: text(raw.id) ?? '' }
    case 'showMessage':
    case 'showError':
      return { kind: raw.kind, text: text(raw.text) ?? '' }
    case 'parallel': {
      const pairs = Array.isArray(raw.pairs) ? raw.pairs.filter(Array.isArray) : []
      return { kind: 'parallel', pairs: pairs.map(([from, to]) => [text(from) ?? '', text(to) ?? '']) }
    }
    default:
      return undefined
  }
}

function options(raw: unknown): Options {
  if (!isRecord(raw)) return {}
  const read: [string, Options[string]][] = []
  for (const [name, value] of Object.entries(raw)) {
    if (isValue(value)) read.push([name, value])
    else if (isRecord(value)) read.push([name, values(value)])
  }
  return Object.fromEntries(read)
}

function values(raw: Raw): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    Object.entries(raw).filter((entry): entry is [string, Value] => isValue(entry[1])),
  )
}

function texts(raw: unknown): string[] {
  return Array.isArray(raw) ? raw.filter((item) => typeof item === 'string') : []
}

function text(raw: unknown): string | undefined {
  return isValue(raw) ? String(raw) : undefined
}

function integer(raw: unknown): number | undefined {
  return Number.isSafeInteger(raw) ? (raw as number) : undefined
}

function isValue(raw: unknown): raw is Value {
  return typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean'
}

function isRecord(raw: unknown): raw is Raw {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
}
