/** Runs `topo watch` on a terminal and reads its screen, with escape sequences applied. */
import xterm from '@xterm/headless'
import { expect, onTestFinished } from 'vitest'
import { type RunOptions, startOnTerminal } from '../topo.ts'

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
  const terminal = new xterm.Terminal({ ...size, allowProposedApi: true, scrollback: 1000 })
  let raw = ''
  program.onData((data) => {
    raw += data
    terminal.write(data)
  })
  const closed = new Promise<number>((done) => program.onExit(({ exitCode }) => done(exitCode)))
  /** Rows of the window. */
  const lines = () =>
    Array.from(
      { length: terminal.buffer.active.length },
      (_, n) => terminal.buffer.active.getLine(n)?.translateToString(true, 0, terminal.cols) ?? '',
    )
  const text = () => lines().join('\n').trimEnd()
  return {
    closed,
    lines,
    text,
    raw: () => raw,
    cursor: () => {
      const { baseY, cursorX, cursorY } = terminal.buffer.active
      return { line: baseY + cursorY, column: cursorX }
    },
    shows: (what: string | RegExp) => expect.poll(text, { timeout: 10_000, interval: 20 }).toMatch(what),
    type: (keys: string) => program.write(keys),
    resize: (cols: number, rows: number) => {
      terminal.resize(cols, rows)
      program.resize(cols, rows)
    },
  }
}
