/** `topo watch` in lines: one for each event, with the time on a terminal, or as JSON. */
import type { Project } from '../../project/config/project.ts'
import type { WatchEvent } from '../../project/watch/watch-send.ts'
import { jsonText } from '../../text/ci-commands.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import { counted } from '../../text/words.ts'
import type { Style } from '../io/channel.ts'
import { reportErrorsAsLines } from '../io/failure.ts'
import type { Terminal } from '../io/terminal.ts'
import { adviceLine } from '../sync/advice.ts'
import { renderFindings, resultOf } from '../validate/findings.ts'

interface Line {
  word: string
  style: Style
  text: string
  hint?: string | null
  /** Keys of `--json` besides the type. */
  data: object
}

export function watchLines(terminal: Terminal, project: Project): (event: WatchEvent) => void {
  const { out, json } = terminal
  reportErrorsAsLines(json)
  return (event) => {
    const line = lineOf(event, project)
    if (!line) return
    const { word, style, text, hint, data } = line
    if (json) {
      out.line(jsonText({ type: event.type, ...data }, 0))
      return
    }
    const time = out.isTerminal
      ? `${out.style('dim', new Date().toLocaleTimeString('en-GB'))}  `
      : ''
    out.line(
      out.isTerminal
        ? `${time}${out.style(style, word.padEnd(14))}${forTerminal(text)}`
        : `${word}\t${forTerminal(text)}`,
    )
    if (event.type === 'invalid')
      terminal.err.line(`${renderFindings([event.checked], 'pretty', terminal.err, project)}\n`)
    if (hint) terminal.note(`${terminal.err.style('cyan', 'hint')}  ${forTerminal(hint)}`)
  }
}

/** Undefined for events that print nothing. */
function lineOf(event: WatchEvent, project: Project): Line | undefined {
  switch (event.type) {
    case 'watching': {
      const scripts = event.paths.length
      const text = `${counted(scripts, 'script')}, until Ctrl-C`
      return { word: 'watching', style: 'bold', text, data: { scripts } }
    }
    case 'sent': {
      const { outcome, advice, milliseconds } = event
      const { path, slug, action, id, url, updatedAt } = outcome
      const took = Math.round(milliseconds)
      const text = `${path ?? slug}${url === null ? '' : `  ${url}`}  ${took} ms`
      return {
        word: action,
        style: 'green',
        text,
        hint: adviceLine(advice) ?? null,
        data: { path, slug, action, id, url, updatedAt, milliseconds: took, advice },
      }
    }
    case 'invalid': {
      const { files } = resultOf([event.checked], project)
      return {
        word: 'invalid',
        style: 'red',
        text: `${event.path} is not sent`,
        data: { path: event.path, files },
      }
    }
    case 'conflict':
    case 'remote-ahead':
    case 'failed': {
      const { path, slug, reason, error, hint } = event.outcome
      const style = event.type === 'failed' ? 'red' : 'yellow'
      return {
        word: event.type,
        style,
        text: `${path ?? slug}: ${reason}`,
        hint,
        data: { path, slug, reason, error, hint },
      }
    }
    case 'offline': {
      const { paths, error, seconds } = event
      const what = paths.length === 1 ? paths[0] : `${paths.length} scripts`
      return {
        word: 'waiting',
        style: 'yellow',
        text: `${what}: ${error.message} Retrying every ${seconds} s.`,
        data: { paths, error: error.code, reason: error.message, seconds },
      }
    }
    case 'online':
      return { word: 'back', style: 'green', text: 'the service answers again', data: {} }
    case 'settings': {
      const { code = null, message = 'read again', hint = null } = event.error ?? {}
      const style = event.error ? 'red' : 'bold'
      return {
        word: 'settings',
        style,
        text: message,
        hint,
        data: { error: code, reason: message, hint },
      }
    }
    case 'checking':
    case 'unchanged':
      return undefined
    case 'gone':
      return {
        word: 'gone',
        style: 'yellow',
        text: `${event.path}; it stays on the service`,
        data: { path: event.path },
      }
  }
}
