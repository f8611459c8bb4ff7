/**
 * Parses the records from the sandbox, which are untrusted. Records with a wrong shape are skipped, and so are
 * records that refer to a record of another kind.
 */
import { CONNECTION_OPTIONS, ELEMENT_OPTIONS, SCENARIO_OPTIONS } from './builders.ts'
import {
  CONTAINER_KINDS,
  type NodeKind,
  type Options,
  type ScenarioStep,
  type UnknownCall,
  type Value,
} from './topology.ts'

/** `number` is the index in the log; `at` is a place number in the script. */
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

/** A step without its position. */
export type StepContent = ScenarioStep extends infer S
  ? S extends ScenarioStep
    ? Omit<S, 'at' | 'order'>
    : never
  : never

type Raw = readonly unknown[]

const KINDS: ReadonlySet<unknown> = new Set([
  ...CONTAINER_KINDS,
  'process',
  'node',
  'database',
  'client',
  'actor',
])
const OPTIONS: ReadonlySet<string> = new Set([...ELEMENT_OPTIONS, ...CONNECTION_OPTIONS, ...SCENARIO_OPTIONS])
const PLACES: ReadonlySet<unknown> = new Set(['topology', 'group', 'node', 'flow'])

/** @param text a list of records in JSON */
export function readRecords(text: string): TopologyRecord[] {
  const raws: unknown = JSON.parse(text)
  if (!Array.isArray(raws)) return []
  return raws.flatMap((raw: unknown, number) => (Array.isArray(raw) ? (read(raw, number) ?? []) : []))
}

/** A record is a list: its kind, its place, its fields, then the name and value of each option. */
function read(raw: Raw, number: number): TopologyRecord | undefined {
  const at = integer(raw[1]) ?? -1
  const owner = integer(raw[2])
  switch (raw[0]) {
    case 'builder':
      return { number, at, is: 'builder', autoLayout: Boolean(raw[2]), given: text(raw[3]) ?? '' }
    case 'element': {
      const builder = integer(raw[3])
      if (builder === undefined || !KINDS.has(raw[2])) return undefined
      return {
        number,
        at,
        is: 'element',
        kind: raw[2] as NodeKind,
        builder,
        parent: integer(raw[4]),
        id: text(raw[5]),
        given: text(raw[6]) ?? '',
        unknown: texts(raw[7]),
        options: options(raw, 8),
      }
    }
    case 'row':
    case 'resize':
    case 'awaited':
    case 'returned':
      return owner === undefined ? undefined : { number, at, is: raw[0], of: owner }
    case 'layer':
      return owner === undefined ? undefined : { number, at, is: 'layer', of: owner, name: text(raw[3]) }
    case 'edge':
      if (owner === undefined) return undefined
      return {
        number,
        at,
        is: 'edge',
        builder: owner,
        from: text(raw[3]) ?? '',
        to: text(raw[4]) ?? '',
        unknown: texts(raw[5]),
        options: options(raw, 6),
      }
    case 'apply':
      return owner === undefined ? undefined : { number, at, is: 'apply', builder: owner }
    case 'flow':
      return { number, at, is: 'flow' }
    case 'scenario':
      if (owner === undefined) return undefined
      return {
        number,
        at,
        is: 'scenario',
        flow: owner,
        id: text(raw[3]),
        title: text(raw[4]),
        description: text(raw[5]),
        unknown: texts(raw[6]),
        options: options(raw, 7),
      }
    case 'step': {
      const step = stepContent(raw[3], raw[4])
      return owner === undefined || step === undefined
        ? undefined
        : { number, at, is: 'step', flow: owner, step }
    }
    case 'unknown': {
      if (!PLACES.has(raw[2])) return undefined
      const on = raw[2] as UnknownCall['on']
      return { number, at, is: 'unknown', on, name: text(raw[3]) ?? '', mention: text(raw[4]) }
    }
    default:
      return undefined
  }
}

function stepContent(kind: unknown, content: unknown): StepContent | undefined {
  switch (kind) {
    case 'from':
    case 'to':
    case 'flashError':
      return { kind, id: text(content) ?? '' }
    case 'showMessage':
    case 'showError':
      return { kind, text: text(content) ?? '' }
    case 'parallel': {
      const pairs = Array.isArray(content) ? content.filter(Array.isArray) : []
      return { kind: 'parallel', pairs: pairs.map(([from, to]) => [text(from) ?? '', text(to) ?? '']) }
    }
    default:
      return undefined
  }
}

function options(raw: Raw, from: number): Options {
  const read: Record<string, Options[string]> = {}
  for (let at = from; at < raw.length; at += 2) {
    const [name, value] = [raw[at], raw[at + 1]]
    if (typeof name !== 'string' || !OPTIONS.has(name)) continue
    if (isValue(value)) read[name] = value
    else if (isRecord(value)) read[name] = values(value)
  }
  return read
}

function values(raw: Readonly<Record<string, unknown>>): Readonly<Record<string, Value>> {
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

function isRecord(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
}
