/** Runs the built binary and measures processor time and memory of the whole process, with threads. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bin } from '../cli/topo.ts'

export interface Use {
  /** Seconds of processor time. */
  readonly cpu: number
  /** Peak megabytes. */
  readonly memory: number
}

export interface Ended extends Use {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
}

export function start(
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Running {
  const notes = mkdtempSync(join(tmpdir(), 'topo fuzz use '))
  const file = join(notes, 'use.json')
  const child = spawn(process.execPath, ['--import', noteOfUse(file), bin, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, TOPO_CONFIG_HOME: join(cwd, '.config'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out = collected(child.stdout)
  const err = collected(child.stderr)
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => {
      const use = useFrom(file)
      rmSync(notes, { recursive: true, force: true })
      resolve({ code, stdout: out(), stderr: err(), ...use })
    })
  })
  return { child, ended }
}

export const run = (
  args: readonly string[],
  cwd: string,
  env?: Record<string, string>,
): Promise<Ended> => start(args, cwd, env).ended

function collected(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  return () => Buffer.concat(chunks).toString()
}

/**
 * A module that records processor time and peak memory of its process at exit. On Linux the `maxRSS` of a new process
 * begins with the peak of the process that started it, here the test runner: VmHWM counts only its own.
 */
function noteOfUse(file: string): string {
  const code = `import { readFileSync, writeFileSync } from 'node:fs'
    process.on('exit', () => {
      const own = process.platform === 'linux' && /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))
      const use = process.resourceUsage()
      if (own) use.maxRSS = Number(own[1])
      writeFileSync(${JSON.stringify(file)}, JSON.stringify(use))
    })`
  return `data:text/javascript,${encodeURIComponent(code)}`
}

function useFrom(file: string): Use {
  try {
    const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(file, 'utf8'))
    return { cpu: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS / 1024 }
  } catch {
    // Killed, or ended by a signal; the exit code shows that.
    return { cpu: Number.NaN, memory: Number.NaN }
  }
}
