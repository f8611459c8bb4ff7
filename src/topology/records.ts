/**
 * Parses the records from the sandbox, which are untrusted. Records with a wrong shape are skipped, and so are
 * records that refer to a record of another kind.
 */
import { isRecord } from '../text/parse-json.ts'
import { CONNECTION_OPTIONS, ELEMENT_OPTIONS, SCENARIO_OPTIONS } from './model/language.ts'
import type { RawRecord } from './model/raw-record.ts'
import {
  NODE_KINDS,
  type NodeKind,
  type Options,
  type ScenarioStep,
  type UnknownCall,
  type Value,
} from './model/topology.ts'

/** `number` is the index in the log; `at` is a place number in the script. */
export type TopologyRecord = NonNullable<ReturnType<typeof read>>

/** A step without its position. */
type StepContent = ScenarioStep extends infer S
  ? S extends ScenarioStep
    ? Omit<S, 'at' | 'order'>
    : never
  : never

const KINDS: ReadonlySet<unknown> = new Set(NODE_KINDS)
const OPTIONS: ReadonlySet<string> = new Set([
  ...ELEMENT_OPTIONS,
  ...CONNECTION_OPTIONS,
  ...SCENARIO_OPTIONS,
])
const PLACES: ReadonlySet<unknown> = new Set(['topology', 'group', 'node', 'flow'])

/** @param json a list of records */
export function parseRecords(json: string): TopologyRecord[] {
  const raws: unknown = JSON.parse(json)
  return Array.isArray(raws) ? readRecords(raws) : []
}

export function readRecords(raws: readonly unknown[]): TopologyRecord[] {
  return raws.flatMap((raw: unknown, number) =>
    Array.isArray(raw) ? (read(raw, number) ?? []) : [],
  )
}

/**
 * Each result is one literal: an object with spread fields takes four times as long to build and to
 * read.
 */
function read(raw: RawRecord, number: number) {
  const is = raw[0]
  const at = integer(raw[1]) ?? -1
  const first = raw[2]
  switch (is) {
    case 'builder':
      return { number, at, is, autoLayout: Boolean(first), given: text(raw[3]) ?? '' }
    case 'element': {
      const builder = integer(raw[3])
      if (builder === undefined || !KINDS.has(first)) return undefined
      const kind = first as NodeKind
      const parent = integer(raw[4])
      const id = text(raw[5])
      const given = text(raw[6]) ?? ''
      const unknown = texts(raw[7])
      const options = optionsFrom(raw, 8)
      return { number, at, is, kind, builder, parent, id, given, unknown, options }
    }
    case 'flow':
      return { number, at, is }
    case 'unknown': {
      if (!PLACES.has(first)) return undefined
      const on = first as UnknownCall['on']
      const name = text(raw[3]) ?? ''
      return { number, at, is, on, name, mention: text(raw[4]) }
    }
    case 'misuse': {
      return {
        number,
        at,
        is,
        method: String(first),
        given: [text(raw[3]), text(raw[4]), text(raw[5])],
      }
    }
  }
  const of = integer(first)
  if (of === undefined) return undefined
  switch (is) {
    case 'row':
    case 'resize':
    case 'awaited':
    case 'returned':
      return { number, at, is, of }
    case 'layer':
      return { number, at, is, of, name: text(raw[3]) }
    case 'edge': {
      const from = text(raw[3]) ?? ''
      const to = text(raw[4]) ?? ''
      const unknown = texts(raw[5])
      const options = optionsFrom(raw, 6)
      return { number, at, is, builder: of, from, to, unknown, options }
    }
    case 'apply':
      return { number, at, is, builder: of }
    case 'scenario': {
      const id = text(raw[3])
      const title = text(raw[4])
      const description = text(raw[5])
      const unknown = texts(raw[6])
      const options = optionsFrom(raw, 7)
      return { number, at, is, flow: of, id, title, description, unknown, options }
    }
    case 'step': {
      const step = stepContent(raw[3], raw[4])
      return step && { number, at, is, flow: of, step }
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
      return {
        kind: 'parallel',
        pairs: pairs.map(([from, to]) => [text(from) ?? '', text(to) ?? '']),
      }
    }
    default:
      return undefined
  }
}

function optionsFrom(raw: RawRecord, index: number): Options {
  const options: Record<string, Options[string]> = {}
  for (let at = index; at < raw.length; at += 2) {
    const name = raw[at]
    const value = raw[at + 1]
    if (typeof name !== 'string' || !OPTIONS.has(name)) continue
    if (isValue(value)) options[name] = value
    else if (isRecord(value)) options[name] = values(value)
  }
  return options
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
