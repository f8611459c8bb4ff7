/**
 * Parses the records from the sandbox, which are untrusted. Records with a wrong shape are skipped, and so are
 * records that refer to a record of another kind.
 */
import { CONNECTION_OPTIONS, ELEMENT_OPTIONS, SCENARIO_OPTIONS } from './sandbox/builders.ts'
import {
  NODE_KINDS,
  type NodeKind,
  type Options,
  type ScenarioStep,
  type UnknownCall,
  type Value,
} from './topology.ts'

/** `number` is the index in the log; `at` is a place number in the script. */
export type TopologyRecord = NonNullable<ReturnType<typeof read>>

/** A step without its position. */
type StepContent = ScenarioStep extends infer S
  ? S extends ScenarioStep
    ? Omit<S, 'at' | 'order'>
    : never
  : never

type Raw = readonly unknown[]

const KINDS: ReadonlySet<unknown> = new Set(NODE_KINDS)
const OPTIONS: ReadonlySet<string> = new Set([...ELEMENT_OPTIONS, ...CONNECTION_OPTIONS, ...SCENARIO_OPTIONS])
const PLACES: ReadonlySet<unknown> = new Set(['topology', 'group', 'node', 'flow'])

/** @param text a list of records in JSON */
export function readRecords(text: string): TopologyRecord[] {
  const raws: unknown = JSON.parse(text)
  if (!Array.isArray(raws)) return []
  return raws.flatMap((raw: unknown, number) => (Array.isArray(raw) ? (read(raw, number) ?? []) : []))
}

/** A record is a list: its kind, its place, its fields, then the name and value of each option. */
function read(raw: Raw, number: number) {
  const [is, place, first] = raw
  const common = { number, at: integer(place) ?? -1 }
  switch (is) {
    case 'builder':
      return { ...common, is, autoLayout: Boolean(first), given: text(raw[3]) ?? '' }
    case 'element': {
      const builder = integer(raw[3])
      if (builder === undefined || !KINDS.has(first)) return undefined
      const [parent, id, given] = [integer(raw[4]), text(raw[5]), text(raw[6]) ?? '']
      return { ...common, is, kind: first as NodeKind, builder, parent, id, given, ...withOptions(raw, 7) }
    }
    case 'flow':
      return { ...common, is }
    case 'unknown': {
      if (!PLACES.has(first)) return undefined
      const on = first as UnknownCall['on']
      return { ...common, is, on, name: text(raw[3]) ?? '', mention: text(raw[4]) }
    }
  }
  const of = integer(first)
  if (of === undefined) return undefined
  switch (is) {
    case 'row':
    case 'resize':
    case 'awaited':
    case 'returned':
      return { ...common, is, of }
    case 'layer':
      return { ...common, is, of, name: text(raw[3]) }
    case 'edge': {
      const [from, to] = [text(raw[3]) ?? '', text(raw[4]) ?? '']
      return { ...common, is, builder: of, from, to, ...withOptions(raw, 5) }
    }
    case 'apply':
      return { ...common, is, builder: of }
    case 'scenario': {
      const [id, title, description] = [text(raw[3]), text(raw[4]), text(raw[5])]
      return { ...common, is, flow: of, id, title, description, ...withOptions(raw, 6) }
    }
    case 'step': {
      const step = stepContent(raw[3], raw[4])
      return step && { ...common, is, flow: of, step }
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

/** The list of unknown options at an index, and the options after it. */
function withOptions(raw: Raw, index: number): { unknown: string[]; options: Options } {
  const options: Record<string, Options[string]> = {}
  for (let at = index + 1; at < raw.length; at += 2) {
    const [name, value] = [raw[at], raw[at + 1]]
    if (typeof name !== 'string' || !OPTIONS.has(name)) continue
    if (isValue(value)) options[name] = value
    else if (isRecord(value)) options[name] = values(value)
  }
  return { unknown: texts(raw[index]), options }
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
