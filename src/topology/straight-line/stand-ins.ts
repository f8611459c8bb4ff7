/**
 * Methods of the builders, as a straight-line script calls them. Each adds its record, and returns
 * what it is called on or made.
 */
import { ADDED, CREATED, STEPS } from '../model/language.ts'
import type { RawRecord } from '../model/raw-record.ts'
import { CONTAINER_KINDS, type NodeKind } from '../model/topology.ts'
import { connectionFields, elementFields, scenarioFields } from './element-fields.ts'
import { NotStraight, type Tally } from './tally.ts'
import {
  asText,
  optionalObject,
  primitive,
  requiredList,
  requiredObject,
  type WrittenValue,
} from './written-values.ts'

/** The result of a call, with the number of its record and of that of its builder. */
export class StandIn {
  readonly is: 'topology' | 'group' | 'leaf' | 'flow' | 'promise'
  readonly number: number
  readonly builder: number

  constructor(is: StandIn['is'], number: number, builder: number) {
    this.is = is
    this.number = number
    this.builder = builder
  }
}

export interface MethodCall {
  readonly on: StandIn
  readonly given: readonly WrittenValue[]
  /** Number of its place. */
  readonly at: number
  readonly records: RecordList
}

export class RecordList {
  readonly all: RawRecord[] = []
  readonly #tally: Tally

  constructor(tally: Tally) {
    this.#tally = tally
  }

  /** @returns the number of the record */
  add(fields: RawRecord): number {
    this.#tally.add('records')
    return this.all.push(fields) - 1
  }
}

export const isBuilderName = (name: string): boolean =>
  name === 'TopologyBuilder' || name === 'FlowBuilder'

/** @throws NotStraight if it is no builder, or takes another argument */
export function constructBuilder(
  name: string,
  given: WrittenValue | undefined,
  { at, records }: Pick<MethodCall, 'at' | 'records'>,
): StandIn {
  if (!isBuilderName(name)) throw new NotStraight()
  if (name === 'FlowBuilder') {
    const flow = records.add(['flow', at])
    return new StandIn('flow', flow, flow)
  }
  const type = given === null ? 'undefined' : typeof given
  const topology = records.add(['builder', at, primitive(given), type])
  return new StandIn('topology', topology, topology)
}

type Method = (call: MethodCall) => StandIn
type Methods = ReadonlyMap<string, Method>

/** @throws NotStraight if the method is unknown, or takes other arguments */
export function callMethod(name: string, call: MethodCall): StandIn {
  const method = METHODS[call.on.is].get(name)
  if (method === undefined) throw new NotStraight()
  return method(call)
}

function element(
  kind: NodeKind,
  { on, given, at, records }: MethodCall,
  parent?: number | undefined,
): StandIn {
  const { builder } = on
  const number = records.add(elementFields(kind, { at, builder, parent }, given))
  return new StandIn(CONTAINER_KINDS.has(kind) ? 'group' : 'leaf', number, builder)
}

const create =
  (kind: NodeKind): Method =>
  (call) => {
    optionalObject(call.given[1])
    return element(kind, call)
  }

const createProcess: Method = (call) => {
  requiredObject(call.given[0])
  element('process', call)
  return call.on
}

const add =
  (kind: NodeKind): Method =>
  (call) => {
    requiredObject(call.given[0])
    return element(kind, call, call.on.number)
  }

/** Ignores further arguments, so a position too. */
const addProcess: Method = (call) => {
  const config = requiredObject(call.given[0])
  element('process', { ...call, given: [config] }, call.on.number)
  return call.on
}

const connect: Method = ({ on, given, at, records }) => {
  records.add(connectionFields({ at, builder: on.builder }, given))
  return on
}

const apply: Method = ({ on, at, records }) => {
  const number = records.add(['apply', at, on.builder])
  return new StandIn('promise', number, on.builder)
}

const setLayer: Method = ({ on, given, records }) => {
  records.add(['layer', undefined, on.number, primitive(given[0])])
  return on
}

const newRow: Method = ({ on, records }) => {
  records.add(['row', undefined, on.number])
  return on
}

const autoResize: Method = ({ on, at, records }) => {
  records.add(['resize', at, on.number])
  return on
}

const scenario: Method = ({ on, given, at, records }) => {
  records.add(scenarioFields(at, on.number, given))
  return on
}

const step =
  (kind: string): Method =>
  ({ on, given: [value, second], at, records }) => {
    if (second !== undefined && second !== null) throw new NotStraight()
    records.add(['step', at, on.number, kind, asText(value)])
    return on
  }

const parallel: Method = ({ on, given, at, records }) => {
  const pairs = requiredList(given[0]).map((pair) => {
    const [from, to] = requiredList(pair)
    return [asText(from), asText(to)]
  })
  records.add(['step', at, on.number, 'parallel', pairs])
  return on
}

const kindOf = (name: string): NodeKind => name.toLowerCase() as NodeKind

const TOPOLOGY: Methods = new Map([
  ...CREATED.map((name): [string, Method] => [`create${name}`, create(kindOf(name))]),
  ['createProcess', createProcess],
  ['connect', connect],
  ['apply', apply],
])

/**
 * By what they are called on. A leaf also has the methods of its topology, so that calls can be
 * chained.
 */
const METHODS: Readonly<Record<StandIn['is'], Methods>> = {
  topology: TOPOLOGY,
  leaf: new Map([...TOPOLOGY, ['layer', setLayer]]),
  group: new Map([
    ...ADDED.map((name): [string, Method] => [`add${name}`, add(kindOf(name))]),
    ['addProcess', addProcess],
    ['newRow', newRow],
    ['autoResize', autoResize],
    ['layer', setLayer],
  ]),
  flow: new Map([
    ['scenario', scenario],
    ...STEPS.map((name): [string, Method] => [name, step(name)]),
    ['parallel', parallel],
  ]),
  promise: new Map(),
}
