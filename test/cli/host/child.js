// A warm host: loads the built topo once, and runs one command line, or step of a workflow, after the other, each as a process
// of its own would.
import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clearLine, clearScreenDown, cursorTo, moveCursor } from 'node:readline'
import { Readable, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'

/** One stream for all calls, as libraries keep the one they saw first; what is written goes to the call that runs. */
class Output extends Writable {
  text = ''
  #decoder = new TextDecoder()

  _write(chunk, _encoding, done) {
    this.text += this.#decoder.decode(chunk, { stream: true })
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

const stdout = new Output()
const stderr = new Output()
let stdin = Readable.from([])
for (const [name, get] of Object.entries({
  stdout: () => stdout,
  stderr: () => stderr,
  stdin: () => stdin,
})) {
  Object.defineProperty(process, name, { get, configurable: true, enumerable: true })
}

/** Where a host is between two calls; nothing is ever written there. */
const rest = mkdtempSync(join(tmpdir(), 'topo host '))
process.on('exit', () => rmSync(rest, { recursive: true, force: true }))

/** What `process.exit` throws: nothing after it runs. */
const exited = Symbol('exited')
let finish = () => {}
let current
const calls = new AsyncLocalStorage()
process.exit = (code) => {
  // One that an earlier call has left behind is of no account any more.
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
  emitters.map((emitter) => new Map(emitter.eventNames().map((name) => [name, emitter.listeners(name)])))

/** What keeps a process from ending, by kind: of a host itself, its channel to the test. */
const countBusy = () => process.getActiveResourcesInfo().length
const ownCount = countBusy()

/** What is left to be done when the command has ended, a process would still do; what runs in a thread of libuv is not counted. */
function untilIdle(done, times = 5) {
  if (times === 0) return done()
  setTimeout(() => untilIdle(done, countBusy() <= ownCount ? times - 1 : 5), 1).unref()
}

let entered = 0
/** With another query a module is run once more; what it imports stays, as it is. */
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
  stdin = Readable.from(input === '' ? [] : [Buffer.from(input)])
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
  process.chdir(rest)
  // Something of this call or of an earlier one went on after its end.
  if (readdirSync(rest).length > 0) process.reallyExit(99)
  return result
}

process.on('message', async (call) => process.send(await run(call)))
process.on('disconnect', () => {
  rmSync(rest, { recursive: true, force: true })
  process.reallyExit(0)
})
process.send('ready')
