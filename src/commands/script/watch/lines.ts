/** `topo watch` in lines: one for each event, with the time on a terminal, or as JSON. */

import { renderFindings, resultOf } from '../../../cli/findings/findings.ts'
import type { Channel, Style } from '../../../cli/io/channel.ts'
import { reportErrorsAsLines } from '../../../cli/io/failure.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import { adviceLine } from '../../../cli/outcomes/advice.ts'
import type { Project } from '../../../project/config/project.ts'
import type { WatchEvent } from '../../../sync/watch/watch-send.ts'
import { jsonText } from '../../../text/safe/ci-commands.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'
import { counted } from '../../../text/words.ts'

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
    if (json) {
      out.line(jsonText({ type: event.type, ...line.data }, 0))
      return
    }
    out.line(out.isTerminal ? timedLine(line, out) : `${line.word}\t${forTerminal(line.text)}`)
    if (event.type === 'invalid')
      terminal.err.line(`${renderFindings([event.checked], 'pretty', terminal.err, { project })}\n`)
    const hintLead = terminal.err.style('cyan', 'hint')
    if (line.hint) terminal.note(`${hintLead}  ${forTerminal(line.hint)}`)
  }
}

function timedLine({ word, style, text }: Line, out: Channel): string {
  const time = out.style('dim', new Date(out.clock.now()).toLocaleTimeString('en-GB'))
  return `${time}  ${out.style(style, word.padEnd(14))}${forTerminal(text)}`
}

/** Undefined for events that print nothing. */
function lineOf(event: WatchEvent, project: Project): Line | undefined {
  switch (event.type) {
    case 'watching':
      return watchingLine(event)
    case 'sent':
      return sentLine(event)
    case 'invalid':
      return invalidLine(event, project)
    case 'conflict':
    case 'remote-ahead':
    case 'failed':
      return refusalLine(event)
    case 'offline':
      return offlineLine(event)
    case 'online':
      return { word: 'back', style: 'green', text: 'the service answers again', data: {} }
    case 'settings':
      return settingsLine(event)
    case 'gone':
      return goneLine(event)
    case 'checking':
    case 'unchanged':
      return undefined
  }
}

type EventOf<Type extends WatchEvent['type']> = Extract<WatchEvent, { type: Type }>

function watchingLine({ paths }: EventOf<'watching'>): Line {
  const scripts = paths.length
  const text = `${counted(scripts, 'script')}, until Ctrl-C`
  return { word: 'watching', style: 'bold', text, data: { scripts } }
}

function sentLine({ outcome, advice, milliseconds: exactTime }: EventOf<'sent'>): Line {
  const { path, slug, action, id, url, updatedAt } = outcome
  const milliseconds = Math.round(exactTime)
  const address = url === null ? '' : `  ${url}`
  return {
    word: action,
    style: 'green',
    text: `${path ?? slug}${address}  ${milliseconds} ms`,
    hint: adviceLine(advice) ?? null,
    data: { path, slug, action, id, url, updatedAt, milliseconds, advice },
  }
}

function invalidLine({ path, checked }: EventOf<'invalid'>, project: Project): Line {
  const { files } = resultOf([checked], project)
  return {
    word: 'invalid',
    style: 'red',
    text: `${path} is not sent`,
    data: { path, files },
  }
}

function refusalLine({ type, outcome }: EventOf<'conflict' | 'remote-ahead' | 'failed'>): Line {
  const { path, slug, reason, error, hint } = outcome
  return {
    word: type,
    style: type === 'failed' ? 'red' : 'yellow',
    text: `${path ?? slug}: ${reason}`,
    hint,
    data: { path, slug, reason, error, hint },
  }
}

function offlineLine({ paths, error, seconds }: EventOf<'offline'>): Line {
  const scripts = paths.length === 1 ? paths[0] : `${paths.length} scripts`
  return {
    word: 'waiting',
    style: 'yellow',
    text: `${scripts}: ${error.message} Retrying every ${seconds} s.`,
    data: { paths, error: error.code, reason: error.message, seconds },
  }
}

function settingsLine({ error }: EventOf<'settings'>): Line {
  const { code = null, message = 'read again', hint = null } = error ?? {}
  return {
    word: 'settings',
    style: error ? 'red' : 'bold',
    text: message,
    hint,
    data: { error: code, reason: message, hint },
  }
}

function goneLine({ path }: EventOf<'gone'>): Line {
  return {
    word: 'gone',
    style: 'yellow',
    text: `${path}; it stays on the service`,
    data: { path },
  }
}
