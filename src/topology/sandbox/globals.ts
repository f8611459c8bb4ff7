/**
 * Globals of a script besides the builders: a silent console, timers that do not wait, a fixed clock and a seeded
 * `Math.random`. The text runs in the sandbox before the script.
 *
 * Evaluates to `{ tick }`; `tick()` runs the next timer.
 */
export const GLOBALS = `
(() => {
  'use strict'
  const { create, defineProperty } = Object
  const { apply, construct } = Reflect
  const NativeDate = Date
  const { UTC } = NativeDate
  const NOW = UTC(2025, 0, 1)

  const global = (name, value) =>
    defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true })

  const silent = {}
  for (const name of [
    'assert', 'clear', 'count', 'countReset', 'debug', 'dir', 'dirxml', 'error', 'group', 'groupCollapsed',
    'groupEnd', 'info', 'log', 'profile', 'profileEnd', 'table', 'time', 'timeEnd', 'timeLog', 'timeStamp',
    'trace', 'warn',
  ]) silent[name] = () => {}
  global('console', silent)
  delete globalThis.performance

  // The interpreter lacks structuredClone, and scripts use it to copy configs.
  const clone = (value, seen) => {
    if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError('A function cannot be cloned')
    if (typeof value !== 'object' || value === null) return value
    if (seen.has(value)) return seen.get(value)
    if (value instanceof NativeDate) return new NativeDate(+value)
    const copy = Array.isArray(value) ? [] : value instanceof Map ? new Map() : value instanceof Set ? new Set() : {}
    seen.set(value, copy)
    if (copy instanceof Map) value.forEach((item, key) => copy.set(clone(key, seen), clone(item, seen)))
    else if (copy instanceof Set) value.forEach((item) => copy.add(clone(item, seen)))
    else for (const key of Object.keys(value)) copy[key] = clone(value[key], seen)
    return copy
  }
  global('structuredClone', (value) => clone(value, new Map()))

  // mulberry32
  let seed = 0x2545f491
  Math.random = () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  // Local time is UTC, so that the machine's time zone does not change the diagram.
  const calendar = NativeDate.prototype
  for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
    calendar['get' + part] = calendar['getUTC' + part]
    if (part !== 'Day') calendar['set' + part] = calendar['setUTC' + part]
  }
  calendar.getTimezoneOffset = () => 0
  calendar.toString = calendar.toUTCString
  NativeDate.now = () => NOW
  const { toUTCString } = calendar
  const FixedDate = new Proxy(NativeDate, {
    apply: () => apply(toUTCString, new NativeDate(NOW), []),
    construct: (target, given, made) => {
      const time = given.length === 0 ? NOW : given.length === 1 ? given[0] : apply(UTC, NativeDate, given)
      return construct(target, [time], made)
    },
  })
  calendar.constructor = FixedDate
  global('Date', FixedDate)

  // Timers run by due time, then by creation; time only advances from one to the next.
  const waiting = create(null)
  let lastId = 0
  let time = 0
  const number = Number
  const schedule = (run, delay, given, every) => {
    const id = ++lastId
    const wait = number(delay)
    const pause = wait >= 1 ? wait : 1
    waiting[id] = { __proto__: null, id, run, given, due: time + pause, every: every ? pause : 0 }
    return id
  }
  const cancel = (id) => { delete waiting[id] }
  global('setTimeout', (run, delay, ...given) => schedule(run, delay, given, false))
  global('setInterval', (run, delay, ...given) => schedule(run, delay, given, true))
  global('setImmediate', (run, ...given) => schedule(run, 0, given, false))
  global('clearTimeout', cancel)
  global('clearInterval', cancel)
  global('clearImmediate', cancel)

  const tick = () => {
    let next
    for (const id in waiting) if (next === undefined || waiting[id].due < next.due) next = waiting[id]
    if (next === undefined) return false
    time = next.due
    if (next.every > 0) next.due += next.every
    else delete waiting[next.id]
    if (typeof next.run === 'function') apply(next.run, undefined, next.given)
    return true
  }
  return { __proto__: null, tick }
})()
`
