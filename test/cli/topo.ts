/** Runs topo like a user: in a pipe or on a pseudo-terminal, in its own folder. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  write,
  writeFileSync,
} from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import pty from '@lydell/node-pty'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type MockOptions, startMock } from '../../src/exports/mock.ts'
import { removeFolder } from '../remove-folder.ts'
import { type LiveRun, runWarm, startWarm } from './host/pool.ts'

const root = resolve(import.meta.dirname, '../..')
export const bin = join(root, 'bin/run.js')
export interface Run {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface RunOptions {
  cwd?: string
  env?: Record<string, string | undefined>
  input?: string
}

/** The files that make a folder a repository without commits, for git too. */
export const emptyRepository: Readonly<Record<string, string>> = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.git/objects/info/alternates': '',
  '.git/refs/heads/.keep': '',
}

/** Folder with these files; deleted after the test. */
export function folder(files: Record<string, string> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'topo story '))
  onTestFinished(() => removeFolder(path))
  for (const [name, text] of Object.entries(files)) put(join(path, name), text)
  return path
}

export function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Hides the machine's own configuration from a story. */
function environment(env: RunOptions['env'] = {}, home: string): Record<string, string> {
  const clean: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    ...(process.platform === 'win32' ? windowsEnvironment(home) : { HOME: home }),
    TOPO_CONFIG_HOME: join(home, '.config', 'topo'),
    TERM: 'xterm-256color',
    // One for all stories: their folders contain only what a command wrote there.
    TOPO_CACHE: join(root, 'node_modules', '.cache', 'topo'),
    ...env,
  }
  return Object.fromEntries(
    Object.entries(clean).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]])),
  )
}

/** No program of Windows runs without these; Wine has the user's name in one of its own. */
const NEEDED = 'SystemRoot SystemDrive ComSpec PATHEXT TEMP TMP USERNAME WINEUSERNAME'.split(' ')

const windowsEnvironment = (home: string) => ({
  ...Object.fromEntries(NEEDED.map((name) => [name, process.env[name]])),
  USERPROFILE: home,
})

export function start(args: string[], { cwd, env }: RunOptions = {}) {
  const home = cwd ?? folder()
  return spawn(process.execPath, [bin, ...args], { cwd: home, env: environment(env, home) })
}

/** Runs topo in a warm host, like `topoProcess` without a new process. Streams are pipes, or terminals of `columns`. */
export async function topo(
  args: string[],
  options: RunOptions & { columns?: number } = {},
): Promise<Run> {
  const { cwd = folder(), env, input = '', columns } = options
  return runWarm({
    argv: args,
    cwd,
    env: environment(env, cwd),
    input,
    ...(columns === undefined ? {} : { columns }),
  })
}

/** Starts topo in a warm host, like `start` without a new process; a signal ends it after the test. */
export async function startLive(
  args: string[],
  { cwd = folder(), env, columns }: RunOptions & { columns?: number } = {},
): Promise<LiveRun> {
  const run = await startWarm({
    argv: args,
    cwd,
    env: environment(env, cwd),
    ...(columns === undefined ? {} : { columns }),
  })
  onTestFinished(async () => {
    run.kill('SIGINT')
    await run.ended
  })
  return run
}

/** Runs topo in its own process with pipes: for signals, and for output of child processes. */
export async function topoProcess(args: string[], options: RunOptions = {}): Promise<Run> {
  const child = start(args, options)
  const run = ended(child)
  child.stdin.on('error', () => {})
  child.stdin.end(options.input ?? '')
  return run
}

/** @returns all that a stream has said when it is called */
export function heard(stream: NodeJS.ReadableStream): () => string {
  let text = ''
  stream.setEncoding('utf8').on('data', (more: string) => {
    text += more
  })
  return () => text
}

/** Exit code and output of a process, once it has ended. */
export function ended(child: ChildProcessWithoutNullStreams): Promise<Run> {
  const stdout = heard(child.stdout)
  const stderr = heard(child.stderr)
  return new Promise((done) => {
    child.on('close', (code, signal) => done({ code, signal, stdout: stdout(), stderr: stderr() }))
  })
}

/** A terminal ignores it. */
const endOfOutput = '\u001b]topo;end\u0007'

export function startOnTerminal(
  args: string[],
  { cwd, env }: RunOptions,
  size: { cols: number; rows: number } = { cols: 100, rows: 40 },
  /** Line of bash that runs topo as `"$@"`. */
  line?: string,
) {
  const home = cwd ?? folder()
  const words = [process.execPath, bin, ...args]
  const [program, ...rest] = (
    line === undefined ? words : ['bash', '-c', line, 'bash', ...words]
  ) as [string]
  const terminal = pty.spawn(program, rest, {
    ...size,
    cwd: home,
    env: environment(env, home),
  })
  const { _socket: socket, _pty: path } = terminal as unknown as { _socket: Socket; _pty: string }
  // libuv reads no further once the program closes its side, although text may be left: this side stays open
  // until a mark behind the last text has been read.
  const side = openSync(path, constants.O_RDWR | constants.O_NOCTTY)
  const destroy = socket.destroy.bind(socket)
  let read = ''
  socket.on('data', (data) => {
    read = read.slice(-endOfOutput.length) + data
    if (read.includes(endOfOutput)) destroy()
  })
  socket.once('close', () => closeSync(side))
  socket.destroy = (error) => {
    if (error) return destroy(error)
    write(side, endOfOutput, () => {})
    return socket
  }
  return terminal
}

export type Answers = Readonly<Record<string, string>>
export type TerminalOptions = RunOptions & { answer?: Answers; columns?: number }

/** Types an answer once the screen shows its text, and again if nothing happens, like a person. */
function person(answer: Answers, typeText: (text: string) => void) {
  const waiting = new Map(Object.entries(answer))
  let screen = ''
  const type = (text: string) => {
    const before = screen
    typeText(text)
    setTimeout(() => screen === before && type(text), 1000).unref()
  }
  return {
    raw: () => screen.replace(endOfOutput, ''),
    see(text: string) {
      screen += text
      for (const [shown, typed] of waiting) {
        if (!stripVTControlCharacters(screen).includes(shown)) continue
        waiting.delete(shown)
        setTimeout(type, 100, typed).unref()
      }
    },
  }
}

/** Runs topo on a pseudo-terminal, in its own process; both streams are one. */
export async function topoOnPseudoTerminal(
  args: string[],
  { answer = {}, columns = 100, ...options }: TerminalOptions = {},
): Promise<{ code: number; screen: string; raw: string }> {
  const terminal = startOnTerminal(args, options, { cols: columns, rows: 40 })
  const { see, raw } = person(answer, (text) => terminal.write(text))
  terminal.onData(see)
  const code = await new Promise<number>((done) =>
    terminal.onExit(({ exitCode }) => done(exitCode)),
  )
  return { code, screen: stripVTControlCharacters(raw()), raw: raw() }
}

/** Like `topoOnPseudoTerminal`, in a warm host: no signals, and nothing that the system does with what is typed. */
export async function topoOnTerminal(
  args: string[],
  { cwd = folder(), env, answer = {}, columns = 100 }: TerminalOptions = {},
): Promise<{ code: number | null; screen: string; raw: string }> {
  const run = await startWarm({ argv: args, cwd, env: environment(env, cwd), columns })
  const { see, raw } = person(answer, run.send)
  const streams = [run.stdout, run.stderr].map((stream) => {
    stream.setEncoding('utf8').on('data', (text: string) => see(text.replaceAll('\n', '\r\n')))
    return once(stream, 'end')
  })
  const { code } = await run.ended
  await Promise.all(streams)
  return { code, screen: stripVTControlCharacters(raw()), raw: raw() }
}

/** The text that stays on a terminal: on a busy machine there is progress, which the next text overwrites. */
export const withoutProgress = (raw: string): string => {
  const lines = raw.split('\n').map((text) => text.split('\u001b[1G').at(-1))
  return stripVTControlCharacters(lines.join('\n'))
}

export interface RunningMock {
  url: string
  stop(): Promise<void>
}

/** Starts the embedded service as a library in this process; stopped after the test. */
export async function mock(options: MockOptions = {}): Promise<RunningMock> {
  const { url, close } = await startMock(options)
  onTestFinished(close)
  return { url, stop: close }
}

/** One service for all tests of a file. */
export function sharedMock(): { readonly url: string } {
  const shared = { url: '' }
  let close = async () => {}
  beforeAll(async () => {
    const started = await startMock()
    shared.url = started.url
    close = started.close
  })
  afterAll(() => close())
  return shared
}

/** `topo mock start`, by default on a free port; stopped after the test. */
export async function mockProcess(
  args: string[] = [],
  options: RunOptions = {},
): Promise<{ url: string; stop(): Promise<Run> }> {
  const running = await startMockProcess(args, { cwd: folder(), ...options })
  onTestFinished(async () => void (await running.stop()))
  return running
}

async function startMockProcess(
  args: string[],
  options: RunOptions,
): Promise<{ url: string; stop(): Promise<Run> }> {
  const port = args.includes('--port') ? [] : ['--port', '0']
  const child = start(['mock', 'start', '--json', ...port, ...args], options)
  const closed = ended(child)
  const stdout = heard(child.stdout)
  const stop = () => {
    child.kill('SIGTERM')
    return closed
  }
  const url = await new Promise<string>((ready, failed) => {
    child.stdout.on('data', () => {
      if (stdout().includes('\n'))
        ready((JSON.parse(stdout().split('\n', 1)[0] as string) as { url: string }).url)
    })
    closed.then((run) => failed(new Error(`the mock ended: ${JSON.stringify(run)}`)))
  })
  return { url, stop }
}

/** Valid script, with a header if metadata is given. */
export function script(id: string, header = ''): string {
  return `${header === '' ? '' : `/*---\n${header}\n---*/\n`}const topology = new TopologyBuilder(true)

const group = topology.createGroup('${id}', { label: '${id}' })
group.addProcess({ id: '${id}-web', label: 'Web' }).addProcess({ id: '${id}-db', label: 'Database' }).autoResize()
topology.connect('${id}-web', '${id}-db', { type: 'tcp' })

await topology.apply()
`
}
