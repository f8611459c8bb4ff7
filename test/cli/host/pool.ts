/** Warm hosts: long-lived children that run command lines, because a process for each takes most of a story's time. */
import { type ChildProcess, fork } from 'node:child_process'
import { resolve } from 'node:path'
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
}

interface Host {
  child: ChildProcess
  birth: string
  busy: boolean
}

/** A worker of vitest runs one test at a time; only sweeps run several calls at once. */
const MOST = 2
/** Far longer than any call; after it the host is killed. */
const LONGEST_MS = 120_000
/** Variables that Node and libraries read only at start. */
const READ_AT_START = /^(NODE_.*|DEBUG|FORCE_COLOR|NO_COLOR|LANG|LC_.*|TZ)$/i

const hosts: Host[] = []
const waiting: (() => void)[] = []

/** Runs a call as its own process would. */
export async function runWarm(call: Call): Promise<Run> {
  const host = await take(call.env)
  const { child } = host
  const answer = await new Promise<Run>((done) => {
    const end = (run: Run) => {
      clearTimeout(late)
      child.off('exit', gone).off('message', end)
      done(run)
    }
    const gone = (code: number | null, signal: NodeJS.Signals | null) =>
      end({ code, signal, stdout: '', stderr: `the warm host ended during topo ${call.argv.join(' ')}` })
    const late = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS)
    child.once('exit', gone).once('message', end)
    if (child.connected) child.send(call)
    else gone(child.exitCode, child.signalCode)
  })
  host.busy = false
  waiting.shift()?.()
  return answer
}

async function take(env: Record<string, string>): Promise<Host> {
  const atStart = Object.fromEntries(Object.entries(env).filter(([name]) => READ_AT_START.test(name)))
  const birth = JSON.stringify(Object.entries(atStart).sort())
  for (;;) {
    const fitting = hosts.find((host) => !host.busy && host.birth === birth)
    if (fitting) {
      fitting.busy = true
      return fitting
    }
    if (hosts.length === MOST) {
      const idle = hosts.find(({ busy }) => !busy)
      if (idle) forget(idle)
    }
    if (hosts.length < MOST) return begin(birth, atStart)
    await new Promise<void>((free) => waiting.push(free))
  }
}

async function begin(birth: string, env: Record<string, string>): Promise<Host> {
  const child = fork(resolve(import.meta.dirname, 'child.js'), {
    env: { PATH: process.env.PATH, ...env },
    execArgv: [],
  })
  const host = { child, birth, busy: true }
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
