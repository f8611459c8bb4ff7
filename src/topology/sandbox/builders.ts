/** Longer than other files because it must be one scope: stand-ins that record the calls of the builders
 * (spec/dsl.md), as text that runs in the sandbox before the script.
 *
 * A script must not be able to change the records through its globals. So all functions are saved before the
 * script runs. Lists have no prototype and only contain primitives. No code iterates once the script runs, because
 * iteration calls `Array.prototype[Symbol.iterator]`.
 *
 * Code of the script may run while the values of a record are read, and may call the builders. So a record is written
 * when all its values are known, in the format of `record-format.ts`.
 *
 * Evaluates to `{ start, finish, drain, nextFields, describe, place, fullAt }`, see `run.ts`. The number of a record is its
 * index, and later records refer to it. See `records.ts`.
 */
import { MOST_CALLS, MOST_RECORDED } from './limits.ts'
import {
  CONNECTION_OPTIONS,
  constantField,
  ELEMENT_OPTIONS,
  FIELD,
  FIELDS_AT_ONCE,
  LARGEST_INTEGER,
  MOST_FIELDS,
  NAME_FIELDS,
  SCENARIO_OPTIONS,
} from './record-format.ts'

/** Options whose value is an object. */
const NESTED = new Set(['style', 'capacity'])
const UNDEFINED = constantField(undefined)

/** Maximum number of records whose texts are joined at once, and length of a text that needs no earlier joining. */
const BATCH = 50
const SHORT_TEXT = 200

/*
 * The functions below generate code for elements and connections, which dominates the cost of a script: unrolled, because a
 * loop is five times as slow in this interpreter, and with `var`, because it initialises each `let` and checks each use.
 */

const isObject = (value: string) =>
  `((typeof ${value} === 'object' && ${value} !== null) || typeof ${value} === 'function')`

/** Declares a variable for each option, and reads them if there is a `config`. */
const reading = (names: readonly string[], known: string) => `
    var unknown, ${names.join(', ')}
    const hasOptions = ${isObject('config')}
    if (hasOptions) {
      unknown = unknownOptions(config, ${known})
${names.map(readingOf).join('\n')}
    }`

function readingOf(name: string): string {
  const convert = NESTED.has(name) ? 'flat' : 'primitive'
  return `      if ((${name} = config.${name}) !== undefined) {
        if (typeof ${name} !== 'string' || ${name}.length > ${SHORT_TEXT}) ${name} = ${convert}(${name})
      }`
}

/** Starts a record: its fields go to `list`, and texts to `strings`. */
const beginning = (kind: string) => `
    begin(${NAME_FIELDS[kind]}, at)
    var list = fields, n = next, strings = texts, k = nextText`

const ENDING = 'next = n; nextText = k'

/** Writes the unknown options, and the names and values of those that were read; then the record has all its fields. */
const writing = (names: readonly string[]) => `
    ${writingValue('unknown')}
    if (hasOptions) {
${names.map(writingOf).join('\n')}
    }`

const writingOf = (name: string) => `      if (${name} !== undefined) {
        list[n++] = ${NAME_FIELDS[name]}
        ${writingValue(name)}
      }`

const writingValue = (name: string) => `if (typeof ${name} === 'string') {
          list[n++] = ${name}.length << 3
          strings[k++] = ${name}
        } else if (${name} === undefined) list[n++] = ${UNDEFINED}
        else { ${ENDING}; writeValue(${name}); n = next; k = nextText }`

const writingInteger = (name: string) => `list[n++] = (${name} << 3) + ${FIELD.integer}`

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
  const NativeBuffer = ArrayBuffer
  const NativeIntegers = Int32Array
  const StringOf = String
  const { slice } = String.prototype
  const { join } = Array.prototype
  const { then } = Promise.prototype
  const { resolve } = Promise
  const nothing = freeze({
    __proto__: null,
    [Symbol.iterator]: freeze(() => ({ __proto__: null, next: () => ({ __proto__: null, done: true, value: undefined }) })),
  })

  // ── Records ──────────────────────────────────────────────────────────────────────────────────────────

  const bare = (list) => setPrototypeOf(list, null)
  const NAMES = ${JSON.stringify({ ['__proto__']: null, ...NAME_FIELDS })}
  // The builder of each recorded element, by record number.
  const owners = bare([])
  let size = 0
  // Buffers of fields that are full, and the last one. Fields before 'end' are those of complete records.
  const buffers = bare([])
  let bufferCount = 0
  let readCount = 0
  let buffer = new NativeBuffer(${4 * FIELDS_AT_ONCE})
  let fields = new NativeIntegers(buffer)
  let end = 0
  let next = 0
  // Texts that are not joined yet: joining many at once takes a fraction of the time.
  let texts = bare([])
  let textsEnd = 0
  let nextText = 0
  let firstWaiting = 0
  const batches = bare([])
  let batchCount = 0
  let drained = 0
  // True if a waiting text, or one of the next record, may be long.
  let isLong = false
  let length = 0
  // The place of the first call over the limit; -2 if none.
  let fullAt = -2
  let noted = () => -1
  // The script can overwrite the variable with its place number.
  const place = () => {
    const number = noted()
    return typeof number === 'number' ? number : -1
  }
  const placeField = () => {
    const number = noted()
    return typeof number === 'number' && (number | 0) === number ? (number << 3) + ${FIELD.integer} : ${UNDEFINED}
  }

  // Nothing runs code of the script until the record is finished. If memory ends before, it is not recorded.
  const begin = (kind, at) => {
    if (size - firstWaiting >= ${BATCH} || isLong) flush()
    if (size >= ${MOST_CALLS} || length > ${MOST_RECORDED}) {
      if (fullAt === -2) fullAt = place()
      throw new NativeRangeError('Too many calls of the builders, or too much data in them')
    }
    if (end > ${FIELDS_AT_ONCE - MOST_FIELDS}) addBuffer()
    next = end + 3
    nextText = textsEnd
    fields[end + 1] = kind
    fields[end + 2] = at
  }

  // Returns the number of the record.
  const finishRecord = (builder) => {
    owners[size] = builder
    fields[end] = next - end
    end = next
    textsEnd = nextText
    return size++
  }

  // A record of a kind that is rare, or has few fields.
  const record = (kind, at, values) => {
    begin(kind, at)
    for (let i = 0; i < values.length; i++) writeValue(values[i])
    return finishRecord(undefined)
  }

  const writeText = (text, meaning) => {
    fields[next++] = (text.length << 3) + meaning
    texts[nextText++] = text
  }

  const writeValue = (value) => {
    if (typeof value === 'string') writeText(value, ${FIELD.text})
    else if (value === undefined) fields[next++] = ${UNDEFINED}
    else if (typeof value === 'boolean') fields[next++] = value ? ${constantField(true)} : ${constantField(false)}
    else if (typeof value !== 'number') writeText(stringify(value), ${FIELD.json})
    else if ((value | 0) === value && value >= 0 && value <= ${LARGEST_INTEGER}) fields[next++] = (value << 3) + ${FIELD.integer}
    else writeText(StringOf(value), ${FIELD.number})
  }

  const writeOption = (name, value) => {
    fields[next++] = name
    writeValue(value)
  }

  const addBuffer = () => {
    const added = new NativeBuffer(${4 * FIELDS_AT_ONCE})
    const integers = new NativeIntegers(added)
    buffers[bufferCount] = buffer
    fields[end] = 0
    bufferCount++
    buffer = added
    fields = integers
    end = 0
  }

  // Changes nothing if there is too little memory.
  const flush = () => {
    if (textsEnd > 0) {
      // A record without enough memory may have left texts.
      texts.length = textsEnd
      const joined = apply(join, texts, [''])
      const list = bare([])
      batches[batchCount] = joined
      batchCount++
      length += joined.length
      texts = list
      textsEnd = 0
    }
    firstWaiting = size
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
  const LONGEST_TEXT = 100000
  const MOST_UNKNOWN = 50

  const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function'

  const text = (value) => {
    const whole = typeof value === 'string' ? value : StringOf(value)
    if (whole.length <= ${SHORT_TEXT}) return whole
    isLong = true
    return whole.length > LONGEST_TEXT ? apply(slice, whole, [0, LONGEST_TEXT]) : whole
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
    for (let i = 0; i < keys.length && i < MOST_UNKNOWN; i++) {
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
    record(NAMES.misuse, placeField(), bare([method, first, second, third]))
  }
  const needsObject = (method, first, second) => {
    if (isObject(first)) return
    misuse(method, readable(first), isObject(second) ? property(second, 'label') : readable(second))
  }

  const unknownOptions = (config, known) => {
    let unknown
    let count = 0
    try {
      const keys = ownKeys(config)
      for (let i = 0; i < keys.length && count < MOST_UNKNOWN; i++) {
        const key = keys[i]
        if (known[key] || typeof key !== 'string') continue
        unknown ??= bare([])
        unknown[count++] = text(key)
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
        record(NAMES.unknown, placeField(), bare([on, text(key), mention]))
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
      record(NAMES.row, ${UNDEFINED}, bare([numberOf(this, 'newRow')]))
      return this
    }
    autoResize() {
      record(NAMES.resize, placeField(), bare([numberOf(this, 'autoResize')]))
      return this
    }
    addProcess(config, second) {
      const parent = numberOf(this, 'addProcess')
      const builder = builderOf(parent, 'addProcess')
      if (typeof config !== 'object' || config === null) needsObject('addProcess', config, second)
      recordElement(NAMES.process, builder, parent, config)
      return this
    }
  }
  class Leaf {}
  standIn(Group, 'group')
  standIn(Leaf, 'node')

  const HOLDERS = names(['group', 'cloud', 'host', 'vm', 'datacenter'])

  const layer = function (name) {
    record(NAMES.layer, ${UNDEFINED}, bare([numberOf(this, 'layer'), primitive(name)]))
    return this
  }
  const toString = function () { return this.id }
  method(Group, 'layer', layer)
  method(Leaf, 'layer', layer)
  method(Group, 'toString', toString)
  method(Leaf, 'toString', toString)

  // Both forms: (id, config, position) and ({ id, … }, position). Returns the number of the record.
  let lastId
  const recordElement = (kind, builder, parent, first, second, third) => {
    const at = placeField()
    const single = ${isObject('first')} && typeof first[NUMBER] !== 'number'
    const config = single ? first : second
    const given = single ? first.id : first
    const id = given === undefined || given === null ? undefined : text(given)
${reading(ELEMENT_OPTIONS, 'ELEMENT')}
    const position = single ? second : third
    var left, top
    if (position !== undefined && isObject(position)) {
      left = primitive(position.x)
      top = primitive(position.y)
    }
${beginning('element')}
    list[n++] = kind
    ${writingInteger('builder')}
    if (parent === undefined) list[n++] = ${UNDEFINED}
    else ${writingInteger('parent')}
    ${writingValue('id')}
    list[n++] = typeof given === 'string' ? ${NAME_FIELDS.string} : NAMES[typeof given]
${writing(ELEMENT_OPTIONS)}
    ${ENDING}
    if (left !== undefined) writeOption(${NAME_FIELDS.x}, left)
    if (top !== undefined) writeOption(${NAME_FIELDS.y}, top)
    lastId = id
    return finishRecord(builder)
  }

  const element = (kind, builder, parent, first, second, third) => {
    const number = recordElement(NAMES[kind], builder, parent, first, second, third)
    NAMED.value = lastId
    const made = new (HOLDERS[kind] ? Group : Leaf)()
    mark(made, number)
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
  for (const name of ['Group', 'Cloud', 'Host', 'VM']) adder('add' + name, name.toLowerCase())

  // ── TopologyBuilder ──────────────────────────────────────────────────────────────────────────────────

  class TopologyBuilder {
    constructor(autoLayout) {
      const given = autoLayout === null ? 'undefined' : typeof autoLayout
      mark(this, record(NAMES.builder, placeField(), bare([primitive(autoLayout), given])))
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
  for (const name of ['Group', 'Cloud', 'Database', 'Client', 'Actor', 'Host', 'VM', 'Node', 'DataCenter'])
    creator('create' + name, name.toLowerCase())

  onBuilder('createProcess', (self, builder, first, second, third) => {
    needsObject('createProcess', first, second)
    recordElement(NAMES.process, builder, undefined, first, second, third)
    return self
  })

  onBuilder('connect', (self, builder, from, to, config) => {
    if (!isObject(config) && !isMissing(config))
      misuse('connect', readable(from), readable(to), readable(config))
    const at = placeField()
    const source = text(from)
    const target = text(to)
${reading(CONNECTION_OPTIONS, 'CONNECTION')}
${beginning('edge')}
    ${writingInteger('builder')}
    ${writingValue('source')}
    ${writingValue('target')}
${writing(CONNECTION_OPTIONS)}
    ${ENDING}
    finishRecord(undefined)
    return self
  })

  onBuilder('apply', (self, builder) => {
    const number = record(NAMES.apply, placeField(), bare([builder]))
    const promise = apply(resolve, NativePromise, [undefined])
    let noted = false
    const note = () => {
      if (!noted) record(NAMES.awaited, ${UNDEFINED}, bare([number]))
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
      mark(this, record(NAMES.flow, placeField(), bare([])))
    }
    scenario(name, title, description, given) {
      const at = placeField()
      if (isObject(name)) misuse('scenario', property(name, 'id'), property(name, 'title'))
      const short = isObject(description)
      const config = short ? description : given
      const number = numberOf(this, 'scenario')
      const id = primitive(name)
      const heading = primitive(title)
      const body = short ? undefined : primitive(description)
${reading(SCENARIO_OPTIONS, 'SCENARIO')}
${beginning('scenario')}
      ${writingInteger('number')}
      ${writingValue('id')}
      ${writingValue('heading')}
      ${writingValue('body')}
${writing(SCENARIO_OPTIONS)}
      ${ENDING}
      finishRecord(undefined)
      return this
    }
    parallel(pairs) {
      const at = placeField()
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
      record(NAMES.step, at, bare([numberOf(this, 'parallel'), 'parallel', list]))
      return this
    }
  }
  standIn(FlowBuilder, 'flow')
  const SAYS = names(['showMessage', 'showError'])
  const step = (kind) =>
    method(FlowBuilder, kind, function (value, second) {
      const at = placeField()
      if (!isMissing(second)) misuse(kind, readable(value), readable(second))
      else if (SAYS[kind] && isObject(value)) misuse(kind, property(value, 'text') ?? property(value, 'message'))
      const number = numberOf(this, kind)
      const content = text(value)
${beginning('step')}
      ${writingInteger('number')}
      list[n++] = NAMES[kind]
      ${writingValue('content')}
      ${ENDING}
      finishRecord(undefined)
      return this
    })
  for (const kind of ['from', 'to', 'flashError', 'showMessage', 'showError']) step(kind)

  const global = (name, value) =>
    defineProperty(globalThis, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true })
  global('TopologyBuilder', TopologyBuilder)
  global('FlowBuilder', FlowBuilder)

  // ── For the host ─────────────────────────────────────────────────────────────────────────────────────

  // The factory calls its second argument with () => place, and returns async () => { script }.
  const start = (factory) => {
    const script = factory(nothing, (read) => { noted = read })
    return script()
  }

  const finish = (value) => {
    let number
    try { number = isObject(value) ? value[NUMBER] : undefined } catch {}
    if (isInteger(number)) record(NAMES.returned, ${UNDEFINED}, bare([number]))
    flush()
    fields[end] = 0
    if (length > ${MOST_RECORDED} && fullAt === -2) fullAt = place()
  }

  const CHUNK = 200000
  // The next texts as a list in JSON, which has escapes for characters that do not reach the host; empty at the end.
  const drain = () => {
    const list = bare([])
    let count = 0
    let characters = 0
    while (drained < batchCount && characters < CHUNK) {
      list[count++] = batches[drained]
      characters += batches[drained].length
      batches[drained++] = undefined
    }
    return count === 0 ? '' : stringify(list)
  }
  // The next buffer of fields; undefined at the end.
  const nextFields = () => {
    const number = readCount++
    if (number < bufferCount) return buffers[number]
    return number === bufferCount ? buffer : undefined
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

  return { __proto__: null, start, finish, drain, nextFields, describe, place, fullAt: () => fullAt }
})()
`
