/** What `topo watch` tells: a line for each thing that happened, with the time on a terminal, as JSON where asked. */
import type { Project } from '../project/project.ts'
import type { WatchEvent } from '../project/watch.ts'
import { tellInLines } from './failure.ts'
import { report, resultOf } from './findings.ts'
import { jsonText, plain } from './plain.ts'
import type { Style, Terminal } from './terminal.ts'

interface Line {
  word: string
  style: Style
  text: string
  hint?: string | null
  /** What `--json` prints beside the type. */
  data: object
}

export function watchTeller(terminal: Terminal, project: Project): (event: WatchEvent) => void {
  const { out, json } = terminal
  if (json) tellInLines()
  return (event) => {
    const { word, style, text, hint, data } = lineOf(event, project)
    if (json) {
      out.line(jsonText({ type: event.type, ...data }, 0))
      return
    }
    const time = out.isTerminal ? `${out.style('dim', new Date().toLocaleTimeString('en-GB'))}  ` : ''
    out.line(
      out.isTerminal ? `${time}${out.style(style, word.padEnd(9))}${plain(text)}` : `${word}\t${plain(text)}`,
    )
    if (event.type === 'invalid')
      terminal.err.line(`${report([event.checked], 'pretty', terminal.err, project)}\n`)
    if (hint) terminal.note(`${terminal.err.style('cyan', 'hint')}  ${plain(hint)}`)
  }
}

function lineOf(event: WatchEvent, project: Project): Line {
  switch (event.type) {
    case 'watching': {
      const { scripts } = event
      const text = `${scripts} ${scripts === 1 ? 'script' : 'scripts'}, until Ctrl-C`
      return { word: 'watching', style: 'bold', text, data: { scripts } }
    }
    case 'sent': {
      const { outcome, milliseconds } = event
      const { path, slug, action, id, url, updatedAt } = outcome
      const took = Math.round(milliseconds)
      const text = `${path ?? slug}${url === null ? '' : `  ${url}`}  ${took} ms`
      return {
        word: action,
        style: 'green',
        text,
        data: { path, slug, action, id, url, updatedAt, milliseconds: took },
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
    case 'paused':
    case 'failed': {
      const { path, slug, reason, error, hint } = event.outcome
      const style = event.type === 'paused' ? 'yellow' : 'red'
      return {
        word: event.type,
        style,
        text: `${path ?? slug}: ${reason}`,
        hint,
        data: { path, slug, reason, error, hint },
      }
    }
    case 'offline': {
      const { path, error, seconds } = event
      const text = `${path}: ${error.message} Trying again in ${seconds} s.`
      return {
        word: 'waiting',
        style: 'yellow',
        text,
        data: { path, error: error.code, reason: error.message, seconds },
      }
    }
    case 'gone':
      return {
        word: 'gone',
        style: 'yellow',
        text: `${event.path}; it stays on the service`,
        data: { path: event.path },
      }
  }
}
