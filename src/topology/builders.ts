/** Longer than other files because it must be one scope: the recording stand-ins for the builders (spec/dsl.md),
 * as text that runs inside the sandbox before the script.
 *
 * Nothing that a script does to its world may change what is recorded: every function used is taken before the
 * script runs, records have no prototype and are made of primitives only, and nothing here iterates, for
 * that would go through `Array.prototype[Symbol.iterator]`.
 *
 * An expression that evaluates to `{ start, finish, drain, describe, place }`, see `run.ts`. Each record is
 * one JSON text; its number, by which later records refer to it, is its place in the log. See `records.ts`.
 */
export const BUILDERS = String.raw`
(() => {
  'use strict'
  const { create, defineProperty, freeze, setPrototypeOf } = Object
  const { apply, get, has, ownKeys } = Reflect
  const { stringify } = JSON
  const { isArray } = Array
  const { isFinite, isInteger } = Number
  const NativePromise = Promise
  const NativeTypeError = TypeError
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

  const log = create(null)
  let size = 0
  let drained = 0
  let place = () => -1

  const record = (fields) => {
    log[size] = stringify(fields)
    return size++
  }

  const names = (list) => {
    const table = create(null)
    for (let i = 0; i < list.length; i++) table[list[i]] = true
    return freeze({ __proto__: null, list, table })
  }
  const ELEMENT = names([
    'id', 'label', 'state', 'shape', 'icon', 'description', 'layer', 'x', 'y', 'width', 'height', 'color',
    'style', 'replicas', 'shardId', 'shardRole', 'external', 'capacity',
  ])
  const CONNECTION = names(['type', 'protocol', 'label', 'port', 'layer'])
  const SCENARIO = names(['layer'])
  const LONGEST_TEXT = 100000
  const MOST_UNKNOWN = 50

  const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function'

  const text = (value) => {
    const whole = typeof value === 'string' ? value : StringOf(value)
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

  const options = (config, known) => {
    const read = create(null)
    if (!isObject(config)) return read
    for (let i = 0; i < known.list.length; i++) {
      const name = known.list[i]
      if (name === 'id') continue
      const value = config[name]
      if (value !== undefined && value !== null) {
        read[name] = name === 'style' || name === 'capacity' ? flat(value) : primitive(value)
      }
    }
    return read
  }

  const unknownOptions = (config, known) => {
    if (!isObject(config)) return undefined
    let unknown
    let count = 0
    try {
      const keys = ownKeys(config)
      for (let i = 0; i < keys.length && count < MOST_UNKNOWN; i++) {
        if (typeof keys[i] !== 'string' || known.table[keys[i]]) continue
        unknown ??= setPrototypeOf([], null)
        unknown[count++] = text(keys[i])
      }
    } catch {}
    return unknown
  }

  // ── What all stand-ins have in common ────────────────────────────────────────────────────────────────

  // A symbol and not a private field: a stand-in may be wrapped in a proxy or inherited from.
  const NUMBER = Symbol('number')
  const BUILDER = Symbol('builder')

  const mark = (object, symbol, value) => defineProperty(object, symbol, { __proto__: null, value })

  const numberOf = (object, method, symbol = NUMBER) => {
    const number = isObject(object) ? object[symbol] : undefined
    if (typeof number !== 'number') throw new NativeTypeError(method + '() was called without the object that it belongs to')
    return number
  }

  // Names that others than the script ask for, and plain fields: not methods that somebody misspelt.
  const QUIET = names([
    'then', 'catch', 'finally', 'toJSON', 'inspect', 'nodeType', 'tagName', '$$typeof', 'asymmetricMatch',
    'name', 'length', 'type', 'kind', 'parent', 'children', 'label', 'x', 'y', 'width', 'height', 'state', 'config',
  ]).table

  // The end of every stand-in's prototype chain: reached only for methods that it does not know.
  const tolerant = (on) => new NativeProxy(create(Object.prototype), {
    __proto__: null,
    get(target, key, receiver) {
      if (typeof key !== 'string' || QUIET[key] || has(target, key)) return get(target, key, receiver)
      return function (first) {
        const number = isObject(this) ? this[NUMBER] : undefined
        let mention
        try {
          const id = isObject(first) ? first.id : first
          if (id !== undefined && id !== null) mention = text(id)
        } catch {}
        record({ __proto__: null, is: 'unknown', on, of: number, name: text(key), mention, at: place() })
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
      record({ __proto__: null, is: 'row', of: numberOf(this, 'newRow') })
      return this
    }
    autoResize() {
      record({ __proto__: null, is: 'resize', of: numberOf(this, 'autoResize'), at: place() })
      return this
    }
    addProcess(config) {
      element('process', numberOf(this, 'addProcess', BUILDER), numberOf(this, 'addProcess'), config)
      return this
    }
  }
  class Leaf {}
  standIn(Group, 'group')
  standIn(Leaf, 'node')

  const HOLDERS = names(['group', 'cloud', 'host', 'vm', 'datacenter']).table

  const layer = function (name) {
    record({ __proto__: null, is: 'layer', of: numberOf(this, 'layer'), name: primitive(name) })
    return this
  }
  const toString = function () { return this.id }
  method(Group, 'layer', layer)
  method(Leaf, 'layer', layer)
  method(Group, 'toString', toString)
  method(Leaf, 'toString', toString)

  // Both forms: (id, config, position) and ({ id, … }, position).
  function element(kind, builder, parent, first, second, third) {
    const at = place()
    const single = isObject(first) && typeof first[NUMBER] !== 'number'
    const config = single ? first : second
    const given = single ? first.id : first
    const id = given === undefined || given === null ? undefined : text(given)
    const read = options(config, ELEMENT)
    const position = single ? second : third
    if (isObject(position)) {
      const x = primitive(position.x)
      const y = primitive(position.y)
      if (x !== undefined) read.x = x
      if (y !== undefined) read.y = y
    }
    const made = new (HOLDERS[kind] ? Group : Leaf)()
    const number = record({
      __proto__: null, is: 'element', kind, builder, parent, id, given: typeof given,
      options: read, unknown: unknownOptions(config, ELEMENT), at,
    })
    mark(made, NUMBER, number)
    mark(made, BUILDER, builder)
    defineProperty(made, 'id', { __proto__: null, value: id, writable: true, enumerable: true, configurable: true })
    return made
  }

  const adder = (name, kind) =>
    method(Group, name, function (first, second, third) {
      return element(kind, numberOf(this, name, BUILDER), numberOf(this, name), first, second, third)
    })
  adder('addGroup', 'group')
  adder('addCloud', 'cloud')
  adder('addHost', 'host')
  adder('addVM', 'vm')

  // ── TopologyBuilder ──────────────────────────────────────────────────────────────────────────────────

  class TopologyBuilder {
    constructor(autoLayout) {
      const given = autoLayout === null ? 'undefined' : typeof autoLayout
      mark(this, NUMBER, record({ __proto__: null, is: 'builder', autoLayout: primitive(autoLayout), given, at: place() }))
    }
  }
  standIn(TopologyBuilder, 'topology')

  // What leaf creators return can be chained further, so leaves take the builder's calls as well.
  const onBuilder = (name, body) => {
    method(TopologyBuilder, name, function (first, second, third) {
      return body(this, numberOf(this, name), first, second, third)
    })
    method(Leaf, name, function (first, second, third) {
      return body(this, numberOf(this, name, BUILDER), first, second, third)
    })
  }
  const creator = (name, kind) =>
    onBuilder(name, (self, builder, first, second, third) => element(kind, builder, undefined, first, second, third))
  creator('createGroup', 'group')
  creator('createCloud', 'cloud')
  creator('createDatabase', 'database')
  creator('createClient', 'client')
  creator('createActor', 'actor')
  creator('createHost', 'host')
  creator('createVM', 'vm')
  creator('createNode', 'node')
  creator('createDataCenter', 'datacenter')

  onBuilder('createProcess', (self, builder, first, second, third) => {
    element('process', builder, undefined, first, second, third)
    return self
  })

  onBuilder('connect', (self, builder, from, to, config) => {
    const at = place()
    record({
      __proto__: null, is: 'edge', builder, from: text(from), to: text(to),
      options: options(config, CONNECTION), unknown: unknownOptions(config, CONNECTION), at,
    })
    return self
  })

  onBuilder('apply', (self, builder) => {
    const number = record({ __proto__: null, is: 'apply', builder, at: place() })
    const promise = apply(resolve, NativePromise, [undefined])
    let noted = false
    const note = () => {
      if (!noted) record({ __proto__: null, is: 'awaited', of: number })
      noted = true
    }
    // await asks a promise for its constructor; everything else that waits asks for then.
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
      mark(this, NUMBER, record({ __proto__: null, is: 'flow', at: place() }))
    }
    scenario(id, title, description, config) {
      const at = place()
      const short = isObject(description)
      record({
        __proto__: null, is: 'scenario', flow: numberOf(this, 'scenario'), id: primitive(id), title: primitive(title),
        description: short ? undefined : primitive(description),
        options: options(short ? description : config, SCENARIO),
        unknown: unknownOptions(short ? description : config, SCENARIO), at,
      })
      return this
    }
    parallel(pairs) {
      const at = place()
      const list = setPrototypeOf([], null)
      let count = 0
      if (isArray(pairs)) {
        for (let i = 0; i < pairs.length; i++) {
          const pair = pairs[i]
          if (isArray(pair)) list[count++] = setPrototypeOf([text(pair[0]), text(pair[1])], null)
        }
      }
      record({ __proto__: null, is: 'step', flow: numberOf(this, 'parallel'), kind: 'parallel', pairs: list, at })
      return this
    }
  }
  standIn(FlowBuilder, 'flow')
  const step = (kind, field) =>
    method(FlowBuilder, kind, function (value) {
      const at = place()
      record({ __proto__: null, is: 'step', flow: numberOf(this, kind), kind, [field]: text(value), at })
      return this
    })
  step('from', 'id')
  step('to', 'id')
  step('flashError', 'id')
  step('showMessage', 'text')
  step('showError', 'text')

  const global = (name, value) =>
    defineProperty(globalThis, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true })
  global('TopologyBuilder', TopologyBuilder)
  global('FlowBuilder', FlowBuilder)

  // ── For the host ─────────────────────────────────────────────────────────────────────────────────────

  // factory(nothing) gives [() => place, async () => script]
  const start = (factory) => {
    const pair = factory(nothing)
    place = pair[0]
    return pair[1]()
  }

  const finish = (value) => {
    let number
    try { number = isObject(value) ? value[NUMBER] : undefined } catch {}
    if (isInteger(number)) record({ __proto__: null, is: 'returned', of: number })
  }

  const CHUNK = 200000
  const drain = () => {
    let lines = ''
    while (drained < size && lines.length < CHUNK) {
      lines += log[drained] + '\n'
      delete log[drained++]
    }
    return lines
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

  return { __proto__: null, start, finish, drain, describe, place: () => place() }
})()
`
