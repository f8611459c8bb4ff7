/** Warm hosts: long-lived children that run command lines, because a process for each takes most of a story's time. */
import { type ChildProcess, fork } from 'node:child_process'
import { resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Run } from '../topo.ts'

export interface Call {
  argv: string[]
  cwd: string
  env: Record<string, string>
  input: string
  /** Both streams are terminals of this width. */
  columns?: number
  /** Module to import in place of topo's command line; the Action's works at import. */
  entry?: string
  /** Streams are passed on while it runs; see `startWarm`. */
  live?: true
}

/** A command that runs until it is stopped. */
export interface LiveRun {
  readonly stdout: PassThrough
  readonly stderr: PassThrough
  /** Its input; without a text, the end of it. */
  send(input?: string): void
  kill(signal: NodeJS.Signals): void
  readonly ended: Promise<Run>
}

interface Host {
  child: ChildProcess
  birth: string
  busy: boolean
  /** It runs a live call. */
  live: boolean
}

/**
 * Hosts with variables that are read at start, and hosts without. A worker of vitest runs one test at a time; only sweeps run
 * several calls at once. A new host costs as much time as thirty calls. Live calls are not counted.
 */
const MOST = 2
/** Birth of a host without variables that are read at start. */
const ORDINARY = '[]'
/** Far longer than any call; after it the host is killed. */
const LONGEST_MS = 120_000
/** Variables that Node and libraries read only at start. */
const READ_AT_START = /^(NODE_.*|DEBUG|FORCE_COLOR|NO_COLOR|LANG|LC_.*|TZ)$/i

/** Most code of a host runs only a few times: to optimize it costs a third more than it saves. */
const FOR_SHORT_RUNS = [
  '--max-semi-space-size=64',
  '--min-semi-space-size=16',
  '--single-threaded-gc',
  '--no-opt',
  '--liftoff-only',
]

const hosts: Host[] = []
const waiting: (() => void)[] = []

/** Runs a call as its own process would. */
export async function runWarm(call: Call): Promise<Run> {
  return answerOf(await take(call.env), call)
}

/** Starts a call that runs until it is stopped, as `spawn` would. */
export async function startWarm(call: Omit<Call, 'input'>): Promise<LiveRun> {
  const host = await take(call.env, true)
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() }
  const pass = ({ stream, text }: Partial<Passed>) => void (stream && streams[stream].write(text))
  host.child.on('message', pass)
  let isEnded = false
  const ended = answerOf(host, { ...call, input: '', live: true }).finally(() => {
    isEnded = true
    host.child.off('message', pass)
    streams.stdout.end()
    streams.stderr.end()
  })
  const send = (message: object) =>
    void (!isEnded && host.child.connected && host.child.send(message))
  return {
    ...streams,
    ended,
    send: (input) => send({ input }),
    kill: (signal) => send({ signal }),
  }
}

/** Output of a live call. */
interface Passed {
  stream: 'stdout' | 'stderr'
  text: string
}

async function answerOf(host: Host, call: Call): Promise<Run> {
  const { child } = host
  const answer = await new Promise<Run>((done) => {
    const end = (run: Run | Passed) => {
      if ('stream' in run) return
      clearTimeout(late)
      child.off('exit', gone).off('message', end)
      done(run)
    }
    const gone = (code: number | null, signal: NodeJS.Signals | null) =>
      end({
        code,
        signal,
        stdout: '',
        stderr: `the warm host ended during topo ${call.argv.join(' ')}`,
      })
    const late = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS)
    child.once('exit', gone).on('message', end)
    if (child.connected) child.send(call)
    else gone(child.exitCode, child.signalCode)
  })
  host.busy = false
  host.live = false
  waiting.shift()?.()
  return answer
}

async function take(env: Record<string, string>, live = false): Promise<Host> {
  const atStart = Object.fromEntries(
    Object.entries(env).filter(([name]) => READ_AT_START.test(name)),
  )
  const birth = JSON.stringify(Object.entries(atStart).sort())
  for (;;) {
    const fitting = hosts.find((host) => !host.busy && host.birth === birth)
    if (fitting) {
      // The last ones are the last used: others are given up first.
      hosts.push(...hosts.splice(hosts.indexOf(fitting), 1))
      return Object.assign(fitting, { busy: true, live })
    }
    // Most calls set no variable that is read at start: their hosts are not given up for others.
    const same = () => hosts.filter((host) => (host.birth === ORDINARY) === (birth === ORDINARY))
    const idle = same().filter(({ busy }) => !busy)
    const isFull = () => !live && same().filter((host) => !host.live).length >= MOST
    while (isFull() && idle[0]) forget(idle.shift() as Host)
    if (!isFull()) return begin(birth, atStart, live)
    await new Promise<void>((free) => waiting.push(free))
  }
}

async function begin(birth: string, env: Record<string, string>, live: boolean): Promise<Host> {
  const child = fork(resolve(import.meta.dirname, 'child.js'), {
    env: { PATH: process.env.PATH, ...env },
    execArgv: FOR_SHORT_RUNS,
  })
  const host = { child, birth, busy: true, live }
  hosts.push(host)
  child.once('exit', () => forget(host))
  await new Promise((ready) => child.once('message', ready).once('exit', ready))
  // The host must not keep the test process alive.
  child.unref()
  child.channel?.unref()
  return host
}

function forget(host: Host): void {
  const at = hosts.indexOf(host)
  if (at < 0) return
  hosts.splice(at, 1)
  host.child.kill('SIGKILL')
}
