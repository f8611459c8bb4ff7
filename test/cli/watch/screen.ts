/** Runs `topo watch` on a terminal and reads its screen, with escape sequences applied. */
import xterm from '@xterm/headless'
import { expect, onTestFinished } from 'vitest'
import { type RunOptions, startLive, startOnTerminal } from '../topo.ts'

/** @param line see `startOnTerminal` */
export function watchOnScreen(
  options: RunOptions,
  args: string[] = [],
  size = { cols: 100, rows: 24 },
  line?: string,
) {
  const program = startOnTerminal(['watch', ...args], options, size, line)
  onTestFinished(() => {
    try {
      program.kill('SIGKILL')
    } catch {
      // Already exited.
    }
  })
  const { terminal, show, ...shown } = screenOf(size)
  program.onData(show)
  return {
    ...shown,
    closed: new Promise<number>((done) => program.onExit(({ exitCode }) => done(exitCode))),
    type: (keys: string) => program.write(keys),
    resize: (cols: number, rows: number) => {
      terminal.resize(cols, rows)
      program.resize(cols, rows)
    },
  }
}

/** The same in a warm host, whose terminals have 40 rows. */
export async function watchOnWarmScreen(options: RunOptions, args: string[] = []) {
  const program = await startLive(['watch', ...args], { ...options, columns: 100 })
  const { show, terminal: _, ...shown } = screenOf({ cols: 100, rows: 40 })
  for (const stream of [program.stdout, program.stderr])
    stream
      .setEncoding('utf8')
      .on('data', (text: string) => show(text.replaceAll(/(?<!\r)\n/g, '\r\n')))
  return {
    ...shown,
    closed: program.ended.then(({ code }) => code),
    interrupt: () => program.kill('SIGINT'),
  }
}

function screenOf(size: { cols: number; rows: number }) {
  const terminal = new xterm.Terminal({ ...size, allowProposedApi: true, scrollback: 1000 })
  let raw = ''
  /** Rows of the window. */
  const lines = () =>
    Array.from(
      { length: terminal.buffer.active.length },
      (_, n) => terminal.buffer.active.getLine(n)?.translateToString(true, 0, terminal.cols) ?? '',
    )
  const text = () => lines().join('\n').trimEnd()
  return {
    terminal,
    show: (data: string) => {
      raw += data
      terminal.write(data)
    },
    lines,
    text,
    raw: () => raw,
    cursor: () => {
      const { baseY, cursorX, cursorY } = terminal.buffer.active
      return { line: baseY + cursorY, column: cursorX }
    },
    shows: (what: string | RegExp) =>
      expect.poll(text, { timeout: 10_000, interval: 20 }).toMatch(what),
  }
}
