// Warm host: loads the built topo once, and runs command lines or workflow steps one after the other, each as its own
// process would.
import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clearLine, clearScreenDown, cursorTo, moveCursor } from 'node:readline'
import { PassThrough, Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

/** One stream for all calls, because libraries keep the first one; output goes to the current call. */
class Output extends Writable {
  text = ''
  /** A pipe into a standard stream does not end it. */
  _isStdio = true
  #decoder = new TextDecoder()

  constructor(name) {
    super()
    this.name = name
  }

  _write(chunk, _encoding, done) {
    const text = this.#decoder.decode(chunk, { stream: true })
    this.text += text
    if (current.live) process.send({ stream: this.name, text })
    done()
  }

  begin(columns) {
    for (const own of ['write', 'end', 'isTTY', 'columns', 'rows']) delete this[own]
    this.text = ''
    this.#decoder = new TextDecoder()
    if (columns !== undefined) Object.assign(this, { isTTY: true, columns, rows: 40 })
  }

  getColorDepth = () => 8
  hasColors = () => true
  getWindowSize = () => [this.columns, this.rows]
  clearLine = (...given) => clearLine(this, ...given)
  clearScreenDown = (...given) => clearScreenDown(this, ...given)
  cursorTo = (...given) => cursorTo(this, ...given)
  moveCursor = (...given) => moveCursor(this, ...given)
}

const stdout = new Output('stdout')
const stderr = new Output('stderr')
let stdin = Readable.from([])
for (const [name, get] of Object.entries({
  stdout: () => stdout,
  stderr: () => stderr,
  stdin: () => stdin,
})) {
  Object.defineProperty(process, name, { get, configurable: true, enumerable: true })
}

/** Working directory between calls; nothing may be written there. */
const rest = mkdtempSync(join(tmpdir(), 'topo host '))
process.on('exit', () => rmSync(rest, { recursive: true, force: true }))

/** Time in which `untilInterrupted` of topo hears only the first signal; the next call must hear its own. */
const ECHO_MS = 300
let isSignalled = false

/** Input and signals for a live call. */
function pass({ input, signal }) {
  if (input !== undefined) stdin.write(input)
  else if (signal === undefined) stdin.end()
  else {
    isSignalled = true
    calls.run(current, () => process.emit(signal))
  }
}

/** Thrown by `process.exit`: no code after it runs. */
const exited = Symbol('exited')
let finish = () => {}
let current
const calls = new AsyncLocalStorage()
process.exit = (code) => {
  // An exit of an earlier call no longer counts.
  if (calls.getStore() === current) {
    if (code !== undefined) process.exitCode = code
    finish()
  }
  throw exited
}
const fail = (error) => {
  if (error === exited) return
  process.exitCode = 1
  stderr.write(`${error?.stack ?? error}\n`)
  finish()
}
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)

const emitters = [process, stdout, stderr]
const listeners = () =>
  emitters.map(
    (emitter) => new Map(emitter.eventNames().map((name) => [name, emitter.listeners(name)])),
  )

/** Resources that keep a process alive, by kind; for a host itself, its channel to the test. */
const countBusy = () => process.getActiveResourcesInfo().length
const ownCount = countBusy()

/** Waits for work that a process would still finish; libuv's thread pool is not counted. */
function untilIdle(done, times = 5) {
  if (times === 0) return done()
  setTimeout(() => untilIdle(done, countBusy() <= ownCount ? times - 1 : 5), 1).unref()
}

let entered = 0
/** A new query makes Node run the module again; its imports stay loaded. */
async function work({ argv, entry }) {
  if (entry !== undefined) return () => import(`${pathToFileURL(entry)}?${++entered}`)
  const { main } = await import('../../../dist/main.js')
  return () => main(argv)
}

async function run(call) {
  current = call
  const { cwd, env, input, columns } = call
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(cwd)
  process.exitCode = undefined
  stdout.begin(columns)
  stderr.begin(columns)
  isSignalled = false
  stdin = call.live ? new PassThrough() : Readable.from(input === '' ? [] : [Buffer.from(input)])
  if (columns !== undefined) stdin.isTTY = true
  const before = listeners()
  const ended = new Promise((resolve) => {
    finish = resolve
  })
  const begin = await work(call)
  calls.run(call, begin).then(() => untilIdle(finish), fail)
  await ended
  finish = () => {}
  process.exitCode ??= 0
  const added = process
    .listeners('exit')
    .filter((listener) => !(before[0].get('exit') ?? []).includes(listener))
  for (const listener of added) listener(process.exitCode)
  const result = { code: process.exitCode, signal: null, stdout: stdout.text, stderr: stderr.text }
  emitters.forEach((emitter, at) => {
    for (const name of emitter.eventNames()) {
      const kept = before[at].get(name) ?? []
      for (const listener of emitter.listeners(name)) {
        if (!kept.includes(listener)) emitter.removeListener(name, listener)
      }
    }
  })
  if (isSignalled) await wait(ECHO_MS)
  process.chdir(rest)
  // Work of a call went on after its end.
  if (readdirSync(rest).length > 0) process.reallyExit(99)
  return result
}

process.on('message', async (call) => {
  if (call.argv === undefined) pass(call)
  else process.send(await run(call))
})
process.on('disconnect', () => {
  rmSync(rest, { recursive: true, force: true })
  process.reallyExit(0)
})
process.send('ready')
