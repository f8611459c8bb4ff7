/** The fields of records about elements, as the sandbox makes them (`sandbox/builders.ts`). */
import {
  CONNECTION_OPTIONS,
  ELEMENT_OPTIONS,
  NESTED_OPTIONS,
  SCENARIO_OPTIONS,
} from '../model/language.ts'
import type { RawRecord } from '../model/raw-record.ts'
import type { NodeKind } from '../model/topology.ts'
import { MOST_ENTRIES } from '../sandbox/limits.ts'
import { NotStraight } from './tally.ts'
import {
  asText,
  optionalObject,
  primitive,
  type WrittenObject,
  type WrittenValue,
} from './written-values.ts'

const ELEMENT: ReadonlySet<string> = new Set(['id', ...ELEMENT_OPTIONS])
const CONNECTION: ReadonlySet<string> = new Set(CONNECTION_OPTIONS)
const SCENARIO: ReadonlySet<string> = new Set(SCENARIO_OPTIONS)

/** Where an element is made, by numbers of places and records. */
export interface ElementPlace {
  readonly at: number
  readonly builder: number
  readonly parent?: number | undefined
}

/** Both forms: (id, config, position) and ({ id, … }, position). */
export function elementFields(
  kind: NodeKind,
  { at, builder, parent }: ElementPlace,
  [first, second, third]: readonly WrittenValue[],
): RawRecord {
  const isSingle = typeof first === 'object' && first !== null
  const config = optionalObject(isSingle ? first : second)
  const given = isSingle ? config?.id : first
  const id = given === undefined || given === null ? undefined : asText(given)
  const fields: unknown[] = ['element', at, kind, builder, parent, id, typeof given]
  addOptions(fields, { config, names: ELEMENT_OPTIONS, known: ELEMENT })
  const position = optionalObject(isSingle ? second : third)
  addOption(fields, 'x', primitive(position?.x))
  addOption(fields, 'y', primitive(position?.y))
  return fields
}

export function connectionFields(
  { at, builder }: ElementPlace,
  [from, to, given]: readonly WrittenValue[],
): RawRecord {
  const fields: unknown[] = ['edge', at, builder, asText(from), asText(to)]
  const config = optionalObject(given)
  addOptions(fields, { config, names: CONNECTION_OPTIONS, known: CONNECTION })
  return fields
}

/** Both forms: (id, title, description, config) and (id, title, config). */
export function scenarioFields(
  at: number,
  flow: number,
  [id, title, description, given]: readonly WrittenValue[],
): RawRecord {
  const isShort = typeof description === 'object' && description !== null
  const text = isShort ? undefined : primitive(description)
  const fields: unknown[] = ['scenario', at, flow, primitive(id), primitive(title), text]
  const config = optionalObject(isShort ? description : given)
  addOptions(fields, { config, names: SCENARIO_OPTIONS, known: SCENARIO })
  return fields
}

interface GivenOptions {
  readonly config: WrittenObject | undefined
  readonly names: readonly string[]
  readonly known: ReadonlySet<string>
}

/** Adds the list of unknown options, then the name and value of each known one. */
function addOptions(fields: unknown[], { config = NONE, names, known }: GivenOptions): void {
  const unknown = Object.keys(config).filter((name) => !known.has(name))
  fields.push(unknown.slice(0, MOST_ENTRIES))
  for (const name of names) addOption(fields, name, optionValue(name, config[name]))
}

const NONE: WrittenObject = Object.create(null) as WrittenObject

function addOption(fields: unknown[], name: string, value: unknown): void {
  if (value !== undefined) fields.push(name, value)
}

function optionValue(name: string, value: WrittenValue | undefined): unknown {
  const isObject = typeof value === 'object' && value !== null
  return isObject && NESTED_OPTIONS.has(name) ? flatObject(value) : primitive(value)
}

function flatObject(value: WrittenValue): unknown {
  const entries = Object.entries(optionalObject(value) ?? NONE)
  if (entries.length > MOST_ENTRIES) throw new NotStraight()
  return Object.fromEntries(entries.map(([name, inner]) => [name, primitive(inner)]))
}
