/** Finds the word of a header at an offset, and the words that are possible there. */
import { findHeaderComment } from '../../project/script/header/header-comment.ts'
import { METADATA_KEYS, type MetadataKey } from '../../project/script/metadata.ts'
import { directions } from '../../render/index.ts'

/** A key or a value of a header, and its meaning. */
export interface HeaderWordChoice {
  readonly word: string
  readonly meaning: string
}

export interface HeaderWord {
  /** Offset of its first letter. */
  readonly from: number
  readonly isKey: boolean
  /** The whole word, also behind the offset. */
  readonly written: string
  readonly choices: readonly HeaderWordChoice[]
}

const meanings: Readonly<Record<MetadataKey, string>> = {
  name: 'The name that people read. Default: the slug.',
  description: 'A sentence about the diagram.',
  tags: 'A list, such as [payments, kafka].',
  public: 'true or false: who sees the script on the service.',
  slug: 'The name in addresses. Default: from the file name.',
  readme: 'Path of the readme, from the script. Default: its slug with .md.',
  namespace: 'Ids are names in this namespace, for topo query. Never sent.',
  direction: 'Where connections lead in pictures: down, right, up or left. Never sent.',
  type: 'topology, unless the service knows others.',
  engineVersion: 'Version of the engine of the service. Default: 1.0.',
}

const values: Partial<Record<MetadataKey, readonly HeaderWordChoice[]>> = {
  direction: directions.map((word) => ({ word, meaning: `Connections lead ${word}.` })),
  public: [
    { word: 'true', meaning: 'Everybody can see the script.' },
    { word: 'false', meaning: 'Only you can see the script.' },
  ],
}

/** Undefined outside of a header, and for a value that may be any text. */
export function headerWordAt(text: string, offset: number): HeaderWord | undefined {
  const header = findHeaderComment(text)
  if (!header || offset < header.yamlStart || offset > header.yamlEnd) return undefined
  const lineStart = Math.max(header.yamlStart, text.lastIndexOf('\n', offset - 1) + 1)
  const [line = ''] = /^[^\r\n]*/.exec(text.slice(lineStart, header.yamlEnd)) ?? []
  const [, beforeKey = '', key = '', behindKey = '', value = ''] =
    /^([ \t]*)(\w*)(?:([ \t]*:[ \t]+)(\w*))?/.exec(line) ?? []
  const keyStart = lineStart + beforeKey.length
  if (offset <= keyStart + key.length)
    return { from: keyStart, isKey: true, written: key, choices: keyChoices }

  const from = keyStart + key.length + behindKey.length
  const isInValue = behindKey !== '' && offset >= from && offset <= from + value.length
  const choices = METADATA_KEYS.flatMap((known) => (known === key ? (values[known] ?? []) : []))
  return isInValue && choices.length > 0
    ? { from, isKey: false, written: value, choices }
    : undefined
}

const keyChoices = METADATA_KEYS.map((word) => ({ word, meaning: meanings[word] }))
