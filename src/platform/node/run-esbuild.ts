/**
 * Runs esbuild in a child process with limits and without keys in its environment. The child ends with this process, even if
 * that is killed.
 */
import childProcess, { type ChildProcess, type SpawnOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import { loadNativePackage } from '../../native-package.ts'
import { SCRIPT_TIMEOUT_MS, scriptTimeout } from '../busy-machine.ts'

type Esbuild = typeof import('esbuild')
type Work<Result> = (esbuild: Esbuild) => Promise<Result>

/** The process ended while it worked on a single text: the text needed too much memory, or esbuild has a bug. */
export class EsbuildEnded extends Error {}

interface ProcessLimits {
  /** For one text. */
  readonly timeoutMs: number
  readonly memory: number
}

/** Bytes of memory. A program in Go reserves a third of it at its start. */
export const ESBUILD_MEMORY = 3 * 1024 ** 3

/** topo does not show esbuild's warnings, and each would bring a copy of its line. */
export const NO_WARNINGS = Object.fromEntries(
  [
    'ambiguous-reexport',
    'assign-to-constant',
    'assign-to-define',
    'assign-to-import',
    'bigint',
    'call-import-namespace',
    'class-name-will-throw',
    'commonjs-variable-in-esm',
    'delete-super-property',
    'different-path-case',
    'direct-eval',
    'duplicate-case',
    'duplicate-class-member',
    'duplicate-object-key',
    'empty-import-meta',
    'equals-nan',
    'equals-negative-zero',
    'equals-new-object',
    'html-comment-in-js',
    'import-is-undefined',
    'impossible-typeof',
    'indirect-require',
    'private-name-will-throw',
    'require-resolve-not-external',
    'semicolon-after-return',
    'suspicious-boolean-not',
    'suspicious-define',
    'suspicious-logical-operator',
    'suspicious-nullish-coalescing',
    'this-is-undefined-in-esm',
    'unsupported-dynamic-import',
    'unsupported-jsx-comment',
    'unsupported-regexp',
    'unsupported-require-call',
  ].map((id) => [id, 'silent' as const]),
)

let shared: EsbuildRunner | undefined

/**
 * Calls esbuild.
 * @throws usage error `TOPO_PACKAGE_MISSING` if its binary does not start on this machine, `TOPO_BUSY` after a timeout,
 * EsbuildEnded, and what esbuild throws
 */
export function withEsbuild<Result>(work: Work<Result>): Promise<Result> {
  shared ??= new EsbuildRunner()
  return shared.run(work)
}

/** Tries texts side by side, until one of them ends the process: from then on one by one, so that the guilty one is known. */
export class EsbuildRunner {
  readonly #limits: ProcessLimits
  #running: Promise<EsbuildProcess> | undefined
  #last: Promise<unknown> | undefined

  constructor(limits: Partial<ProcessLimits> = {}) {
    this.#limits = { timeoutMs: SCRIPT_TIMEOUT_MS, memory: ESBUILD_MEMORY, ...limits }
  }

  async run<Result>(work: Work<Result>): Promise<Result> {
    if (this.#last === undefined) {
      const running = await this.#start()
      try {
        return await running.run(work)
      } catch (error) {
        if (!(error instanceof EsbuildEnded)) throw error
      }
    }
    const before = this.#last ?? Promise.resolve()
    const turn = before.then(async () => (await this.#start()).run(work))
    this.#last = turn.catch(() => {})
    return turn
  }

  async #start(): Promise<EsbuildProcess> {
    this.#running ??= startEsbuild(this.#limits)
    const starting = this.#running
    const running = await starting
    if (!running.hasEnded) return running
    if (this.#running === starting) this.#running = undefined
    return this.#start()
  }
}

class EsbuildProcess {
  readonly #esbuild: Esbuild
  readonly #child: ChildProcess
  readonly #timeoutMs: number
  /** Rejects at the end: esbuild's library does not always tell those who wait. */
  readonly #ended: Promise<never>
  #reject: (error: EsbuildEnded) => void = () => {}
  #hasEnded = false

  constructor(esbuild: Esbuild, child: ChildProcess, timeoutMs: number) {
    this.#esbuild = esbuild
    this.#child = child
    this.#timeoutMs = timeoutMs
    this.#ended = new Promise((_, reject) => {
      this.#reject = reject
    })
    this.#ended.catch(() => {})
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  async run<Result>(work: Work<Result>): Promise<Result> {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      this.#end()
    }, this.#timeoutMs)
    try {
      return await Promise.race([work(this.#esbuild), this.#ended])
    } catch (error) {
      if (isLate) throw scriptTimeout(this.#timeoutMs)
      if (!isServiceGone(error)) throw error
      this.#end()
      throw new EsbuildEnded('esbuild ended', { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  #end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    endProcess(this.#child)
    this.#reject(new EsbuildEnded('esbuild was stopped'))
  }
}

/** The words of esbuild's library for an answer that does not come any more. */
const isServiceGone = (error: unknown): boolean =>
  error instanceof EsbuildEnded ||
  (error instanceof Error &&
    /^The service (?:was stopped|is no longer running)/.test(error.message))

async function startEsbuild({ timeoutMs, memory }: ProcessLimits): Promise<EsbuildProcess> {
  return loadNativePackage('esbuild', 'read TypeScript and imports', async () => {
    const { default: esbuild } = await import('esbuild')
    // One that was started without limits, or did not start.
    await esbuild.stop()
    let child: ChildProcess | undefined
    const { spawn } = childProcess
    // esbuild has no option for how it starts its process. It does so within this call.
    childProcess.spawn = ((command: string, args: string[], options: SpawnOptions) => {
      child = startLimited(spawn, { command, args, options, memory })
      return child
    }) as typeof spawn
    let answer: Promise<unknown>
    try {
      answer = esbuild.transform('')
    } finally {
      childProcess.spawn = spawn
    }
    if (child === undefined) throw new Error('esbuild has started its process otherwise')
    await answer
    return new EsbuildProcess(esbuild, child, timeoutMs)
  })
}

interface Start {
  readonly command: string
  readonly args: readonly string[]
  readonly options: SpawnOptions
  /** In bytes. */
  readonly memory: number
}

const SHELL = '/bin/sh'
/**
 * The shell limits the memory and waits for the end of file descriptor 3. This process never writes to it, and the system
 * closes it when this process ends in any way. Signals of a terminal go to all its processes; this one decides.
 */
const WATCH = `trap '' HUP INT QUIT TERM
exec 4<&0 </dev/null
"$@" <&4 3<&- &
exec 4<&- >/dev/null
read -r _ <&3
kill -9 $!
wait`
const limitMemory = (bytes: number) => `ulimit -v ${Math.round(bytes / 1024)} 2>/dev/null\n`

export function startLimited(spawn: typeof childProcess.spawn, start: Start): ChildProcess {
  const { options, memory } = start
  // The portable esbuild is WebAssembly, which Node runs: wherever that is, and with a limit that is its own.
  const isPortable = start.command === 'node'
  const command = isPortable ? process.execPath : start.command
  const pages = `--wasm-max-mem-pages=${Math.round(memory / 65_536)}`
  const args = isPortable ? [pages, ...start.args] : start.args
  const limited = { ...options, env: systemEnvironment() }
  // Windows ends the children of a process with it.
  if (process.platform === 'win32' || !existsSync(SHELL)) {
    return endedWithThisProcess(
      spawn(command, args, { ...limited, stdio: ['pipe', 'pipe', 'ignore'] }),
    )
  }
  const script = isPortable ? WATCH : limitMemory(memory) + WATCH
  const child = spawn(SHELL, ['-c', script, 'topo', command, ...args], {
    ...limited,
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  })
  const watched = child.stdio[3]
  if (watched != null && 'unref' in watched) (watched as { unref(): void }).unref()
  return child
}

/** Nothing of the user's environment but what programs need on Windows. */
function systemEnvironment(): NodeJS.ProcessEnv {
  const names = ['SystemRoot', 'windir', 'TEMP', 'TMP']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function endedWithThisProcess(child: ChildProcess): ChildProcess {
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}

/** The shell ends esbuild when its descriptor 3 is closed. */
function endProcess(child: ChildProcess): void {
  const watched = child.stdio[3]
  if (watched == null) child.kill('SIGKILL')
  else watched.destroy()
}
