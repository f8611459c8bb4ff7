/** Longer than other files because it must be one scope: stand-ins that record the calls of the builders
 * (spec/dsl.md), as text that runs in the sandbox before the script.
 *
 * A script must not be able to change the records through its globals. So all functions are saved before the
 * script runs. Records have no prototype and only contain primitives. No code iterates once the script runs, because
 * iteration calls `Array.prototype[Symbol.iterator]`.
 *
 * Evaluates to `{ start, finish, drain, describe, place, fullAt }`, see `run.ts`. Each record is a list in JSON. Its
 * number is its index in the log, and later records refer to it. See `records.ts`.
 */
import {
  ADDED,
  CONNECTION_OPTIONS,
  CREATED,
  ELEMENT_OPTIONS,
  MESSAGES,
  NESTED_OPTIONS,
  SCENARIO_OPTIONS,
  STEPS,
} from '../model/language.ts'
import { LONGEST_TEXT, MOST_CALLS, MOST_ENTRIES, MOST_RECORDED } from './limits.ts'

/**
 * Generates a function that adds each option to a record: its name and its value; the last field so far becomes the list
 * of unknown options. Unrolled and without calls for texts, because a loop is five times as slow in this interpreter,
 * and these functions dominate the cost of a script.
 */
const optionsOf = (names: readonly string[]) => `(fields, config, known) => {
    if (!isObject(config)) return fields
    let end = fields.length
    fields[end - 1] = unknownOptions(config, known)
    let value
${names.map(readingOf).join('\n')}
    return fields
  }`

function readingOf(name: string): string {
  const short = `${IS_SHORT} ? value : primitive(value)`
  const kept = NESTED_OPTIONS.has(name) ? 'flat(value)' : short
  return `    if ((value = config.${name}) !== undefined && value !== null) {
      fields[end++] = '${name}'
      fields[end++] = ${kept}
    }`
}

/**
 * Maximum number of records that are converted to JSON at once, and length of a text that needs no
 * earlier conversion.
 */
const BATCH = 50
const SHORT_TEXT = 200
const IS_SHORT = `typeof value === 'string' && value.length <= ${SHORT_TEXT}`

export const BUILDERS = `
(() => {
  'use strict'
  const { create, defineProperty, freeze, setPrototypeOf } = Object
  const { apply, get, has, ownKeys } = Reflect
  const { stringify } = JSON
  const { isArray } = Array
  const { isFinite, isInteger } = Number
  const NativePromise = Promise
  const NativeTypeError = TypeError
  const NativeRangeError = RangeError
  const NativeProxy = Proxy
  const StringOf = String
  const { slice } = String.prototype
  const { then } = Promise.prototype
  const { resolve } = Promise
  const nothing = freeze({
    __proto__: null,
    [Symbol.iterator]: freeze(() => ({ __proto__: null, next: () => ({ __proto__: null, done: true, value: undefined }) })),
  })

  // ── Records ──────────────────────────────────────────────────────────────────────────────────────────

  const bare = (list) => setPrototypeOf(list, null)
  const log = bare([])
  // The builder of each recorded element, by record number.
  const owners = bare([])
  let size = 0
  // Records that are not in the log yet: converting many at once takes a fraction of the time.
  let pending = bare([])
  let waiting = 0
  // True if a pending record, or the next one, may be long.
  let isLong = false
  let length = 0
  let batches = 0
  let drained = 0
  // The place of the first call over the limit; -2 if none.
  let fullAt = -2
  let noted = () => -1
  // The script can overwrite the variable with its place number.
  const place = () => {
    const number = noted()
    return typeof number === 'number' ? number : -1
  }

  const add = (fields, name, value) => {
    const end = fields.length
    fields[end] = name
    fields[end + 1] = value
  }

  // The fields are a list without prototype; optional names and values come last.
  const record = (fields, builder) => {
    if (waiting >= ${BATCH} || isLong) flush()
    if (size >= ${MOST_CALLS} || length > ${MOST_RECORDED}) {
      if (fullAt === -2) fullAt = place()
      throw new NativeRangeError('Too many calls of the builders, or too much data in them')
    }
    owners[size] = builder
    pending[waiting] = fields
    waiting++
    return size++
  }

  // Changes nothing if there is too little memory.
  const flush = () => {
    if (waiting === 0) return
    const list = stringify(pending)
    const next = bare([])
    log[batches] = apply(slice, list, [1, -1])
    batches++
    length += list.length
    pending = next
    waiting = 0
    isLong = false
  }

  const names = (list) => {
    const table = create(null)
    for (let i = 0; i < list.length; i++) table[list[i]] = true
    return freeze(table)
  }
  const ELEMENT = names(${JSON.stringify(['id', ...ELEMENT_OPTIONS])})
  const CONNECTION = names(${JSON.stringify(CONNECTION_OPTIONS)})
  const SCENARIO = names(${JSON.stringify(SCENARIO_OPTIONS)})

  const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function'

  const text = (value) => {
    const whole = typeof value === 'string' ? value : StringOf(value)
    if (whole.length <= ${SHORT_TEXT}) return whole
    isLong = true
    return whole.length > ${LONGEST_TEXT} ? apply(slice, whole, [0, ${LONGEST_TEXT}]) : whole
  }

  const primitive = (value) => {
    if (value === undefined || value === null) return undefined
    if (typeof value === 'boolean') return value
    if (typeof value === 'number' && isFinite(value)) return value
    return text(value)
  }

  // A CSS object, or { maxRps, replicas }.
  const flat = (value) => {
    if (!isObject(value)) return primitive(value)
    const copy = create(null)
    const keys = ownKeys(value)
    for (let i = 0; i < keys.length && i < ${MOST_ENTRIES}; i++) {
      if (typeof keys[i] === 'string') copy[keys[i]] = primitive(value[keys[i]])
    }
    return copy
  }

  // ── Calls with arguments of another shape ────────────────────────────────────────────────────────────

  // Undefined for what has no text of its own.
  const readable = (value) => {
    try {
      return value === undefined || value === null || isObject(value) ? undefined : text(value)
    } catch {
      return undefined
    }
  }
  const property = (value, name) => {
    try { return readable(value[name]) } catch { return undefined }
  }
  const isMissing = (value) => value === undefined || value === null

  // Recorded just before the call itself, which still counts.
  const misuse = (method, first, second, third) => {
    record(bare(['misuse', place(), method, first, second, third]))
  }
  const needsObject = (method, first, second) => {
    if (isObject(first)) return
    misuse(method, readable(first), isObject(second) ? property(second, 'label') : readable(second))
  }

  const withElementOptions = ${optionsOf(ELEMENT_OPTIONS)}
  const withConnectionOptions = ${optionsOf(CONNECTION_OPTIONS)}
  const withScenarioOptions = ${optionsOf(SCENARIO_OPTIONS)}

  const unknownOptions = (config, known) => {
    let unknown
    let count = 0
    try {
      const keys = ownKeys(config)
      for (let i = 0; i < keys.length && count < ${MOST_ENTRIES}; i++) {
        if (typeof keys[i] !== 'string' || known[keys[i]]) continue
        unknown ??= bare([])
        unknown[count++] = text(keys[i])
      }
    } catch {}
    return unknown
  }

  // ── Shared by all stand-ins ──────────────────────────────────────────────────────────────────────────

  // A symbol instead of a private field: scripts may wrap stand-ins in a proxy or inherit from them.
  const NUMBER = Symbol('number')

  // Descriptors that are used again and again.
  const NUMBERED = { __proto__: null, value: 0 }
  const NAMED = { __proto__: null, value: '', writable: true, enumerable: true, configurable: true }

  const mark = (object, value) => {
    NUMBERED.value = value
    return defineProperty(object, NUMBER, NUMBERED)
  }

  const strayed = (method) => new NativeTypeError(method + '() was called without its object')

  const numberOf = (object, method) => {
    const number = object?.[NUMBER]
    if (typeof number !== 'number') throw strayed(method)
    return number
  }

  const builderOf = (number, method) => {
    const builder = owners[number]
    if (typeof builder !== 'number') throw strayed(method)
    return builder
  }

  // Properties that the engine or tools read, and plain fields: not misspelt methods.
  const QUIET = names([
    'then', 'catch', 'finally', 'toJSON', 'inspect', 'nodeType', 'tagName', '$$typeof', 'asymmetricMatch',
    'name', 'length', 'type', 'kind', 'parent', 'children', 'label', 'x', 'y', 'width', 'height', 'state', 'config',
  ])

  // The end of every stand-in's prototype chain: reached only for unknown methods.
  const tolerant = (on) => new NativeProxy(create(Object.prototype), {
    __proto__: null,
    get(target, key, receiver) {
      if (typeof key !== 'string' || QUIET[key] || has(target, key)) return get(target, key, receiver)
      return function (first) {
        let mention
        try {
          const id = isObject(first) ? first.id : first
          if (id !== undefined && id !== null) mention = text(id)
        } catch {}
        record(bare(['unknown', place(), on, text(key), mention]))
        return this
      }
    },
  })

  const standIn = (Class, on) => {
    setPrototypeOf(Class.prototype, tolerant(on))
    return Class
  }

  const method = (Class, name, body) =>
    defineProperty(Class.prototype, name, { __proto__: null, value: body, writable: true, configurable: true })

  // ── Elements ─────────────────────────────────────────────────────────────────────────────────────────

  class Group {
    newRow() {
      record(bare(['row', undefined, numberOf(this, 'newRow')]))
      return this
    }
    autoResize() {
      record(bare(['resize', place(), numberOf(this, 'autoResize')]))
      return this
    }
    addProcess(config, second) {
      const parent = numberOf(this, 'addProcess')
      const builder = builderOf(parent, 'addProcess')
      needsObject('addProcess', config, second)
      record(elementFields('process', builder, parent, config), builder)
      return this
    }
  }
  class Leaf {}
  standIn(Group, 'group')
  standIn(Leaf, 'node')

  const HOLDERS = names(['group', 'cloud', 'host', 'vm', 'datacenter'])

  const layer = function (name) {
    record(bare(['layer', undefined, numberOf(this, 'layer'), primitive(name)]))
    return this
  }
  const toString = function () { return this.id }
  method(Group, 'layer', layer)
  method(Leaf, 'layer', layer)
  method(Group, 'toString', toString)
  method(Leaf, 'toString', toString)

  // The record of an element. Both forms: (id, config, position) and ({ id, … }, position).
  const elementFields = (kind, builder, parent, first, second, third) => {
    const at = place()
    const single = isObject(first) && typeof first[NUMBER] !== 'number'
    const config = single ? first : second
    const given = single ? first.id : first
    const id = given === undefined || given === null ? undefined : text(given)
    const fields = bare([
      'element', at, kind, builder, parent, id, typeof given, undefined,
    ])
    withElementOptions(fields, config, ELEMENT)
    const position = single ? second : third
    if (isObject(position)) {
      const x = primitive(position.x)
      const y = primitive(position.y)
      if (x !== undefined) add(fields, 'x', x)
      if (y !== undefined) add(fields, 'y', y)
    }
    return fields
  }
  const ID = 5

  const element = (kind, builder, parent, first, second, third) => {
    const fields = elementFields(kind, builder, parent, first, second, third)
    const made = new (HOLDERS[kind] ? Group : Leaf)()
    mark(made, record(fields, builder))
    NAMED.value = fields[ID]
    defineProperty(made, 'id', NAMED)
    return made
  }

  const adder = (name, kind) =>
    method(Group, name, function (first, second, third) {
      const parent = numberOf(this, name)
      const builder = builderOf(parent, name)
      needsObject(name, first, second)
      return element(kind, builder, parent, first, second, third)
    })
  for (const name of ${JSON.stringify(ADDED)}) adder('add' + name, name.toLowerCase())

  // ── TopologyBuilder ──────────────────────────────────────────────────────────────────────────────────

  class TopologyBuilder {
    constructor(autoLayout) {
      const given = autoLayout === null ? 'undefined' : typeof autoLayout
      mark(this, record(bare(['builder', place(), primitive(autoLayout), given])))
    }
  }
  standIn(TopologyBuilder, 'topology')

  // Leaf creators can be chained, so leaves also have the methods of the builder.
  const onBuilder = (name, body) => {
    method(TopologyBuilder, name, function (first, second, third) {
      return body(this, numberOf(this, name), first, second, third)
    })
    method(Leaf, name, function (first, second, third) {
      return body(this, builderOf(numberOf(this, name), name), first, second, third)
    })
  }
  const creator = (name, kind) =>
    onBuilder(name, (self, builder, first, second, third) => {
      if (!isObject(second) && !isMissing(second)) misuse(name, readable(first), readable(second))
      return element(kind, builder, undefined, first, second, third)
    })
  for (const name of ${JSON.stringify(CREATED)})
    creator('create' + name, name.toLowerCase())

  onBuilder('createProcess', (self, builder, first, second, third) => {
    needsObject('createProcess', first, second)
    record(elementFields('process', builder, undefined, first, second, third), builder)
    return self
  })

  onBuilder('connect', (self, builder, from, to, config) => {
    if (!isObject(config) && !isMissing(config))
      misuse('connect', readable(from), readable(to), readable(config))
    const fields = bare(['edge', place(), builder, text(from), text(to), undefined])
    record(withConnectionOptions(fields, config, CONNECTION))
    return self
  })

  onBuilder('apply', (self, builder) => {
    const number = record(bare(['apply', place(), builder]))
    const promise = apply(resolve, NativePromise, [undefined])
    let noted = false
    const note = () => {
      if (!noted) record(bare(['awaited', undefined, number]))
      noted = true
    }
    // await reads constructor; all other consumers of a promise read then.
    defineProperty(promise, 'constructor', { __proto__: null, get() { note(); return NativePromise } })
    defineProperty(promise, 'then', {
      __proto__: null,
      value(fulfilled, rejected) { note(); return apply(then, promise, [fulfilled, rejected]) },
    })
    return promise
  })

  // ── FlowBuilder ──────────────────────────────────────────────────────────────────────────────────────

  class FlowBuilder {
    constructor() {
      mark(this, record(bare(['flow', place()])))
    }
    scenario(id, title, description, given) {
      const at = place()
      if (isObject(id)) misuse('scenario', property(id, 'id'), property(id, 'title'))
      const short = isObject(description)
      const config = short ? description : given
      const fields = bare([
        'scenario', at, numberOf(this, 'scenario'), primitive(id), primitive(title),
        short ? undefined : primitive(description), undefined,
      ])
      record(withScenarioOptions(fields, config, SCENARIO))
      return this
    }
    parallel(pairs) {
      const at = place()
      const list = bare([])
      let count = 0
      if (isArray(pairs)) {
        for (let i = 0; i < pairs.length; i++) {
          const pair = pairs[i]
          if (isArray(pair)) list[count++] = bare([text(pair[0]), text(pair[1])])
        }
      }
      if (!isArray(pairs) || count < pairs.length) misuse('parallel')
      if (count > ${BATCH}) isLong = true
      record(bare(['step', at, numberOf(this, 'parallel'), 'parallel', list]))
      return this
    }
  }
  standIn(FlowBuilder, 'flow')
  const SAYS = names(${JSON.stringify(MESSAGES)})
  const step = (kind) =>
    method(FlowBuilder, kind, function (value, second) {
      const at = place()
      if (!isMissing(second)) misuse(kind, readable(value), readable(second))
      else if (SAYS[kind] && isObject(value)) misuse(kind, property(value, 'text') ?? property(value, 'message'))
      record(bare(['step', at, numberOf(this, kind), kind, text(value)]))
      return this
    })
  for (const kind of ${JSON.stringify(STEPS)}) step(kind)

  const global = (name, value) =>
    defineProperty(globalThis, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true })
  global('TopologyBuilder', TopologyBuilder)
  global('FlowBuilder', FlowBuilder)

  // ── For the host ─────────────────────────────────────────────────────────────────────────────────────

  // factory(nothing) returns [() => place, async () => script]
  const start = (factory) => {
    const pair = factory(nothing)
    noted = pair[0]
    return pair[1]()
  }

  const finish = (value) => {
    let number
    try { number = isObject(value) ? value[NUMBER] : undefined } catch {}
    if (isInteger(number)) record(bare(['returned', undefined, number]))
    flush()
    if (length > ${MOST_RECORDED} && fullAt === -2) fullAt = place()
  }

  const CHUNK = 200000
  const drain = () => {
    let records = ''
    while (drained < batches && records.length < CHUNK) {
      records += (records === '' ? '' : ',') + log[drained]
      log[drained++] = undefined
    }
    return records
  }

  const field = (value, name) => {
    try {
      const found = value[name]
      return found === undefined ? undefined : text(found)
    } catch {
      return undefined
    }
  }
  const describe = (thrown) => {
    if (!isObject(thrown)) return stringify({ __proto__: null, message: text(thrown) })
    let message = field(thrown, 'message')
    if (message === undefined) try { message = text(thrown) } catch { message = 'an object' }
    return stringify({ __proto__: null, name: field(thrown, 'name'), message, stack: field(thrown, 'stack') })
  }

  return { __proto__: null, start, finish, drain, describe, place, fullAt: () => fullAt }
})()
`
