/** Validates the value of each header key. */

import { isScalar, isSeq, type Node } from 'yaml'
import { type Direction, directions } from '../../../render/index.ts'
import { alternatives } from '../../../text/alternatives.ts'
import { nearest } from '../../../text/nearest.ts'
import { METADATA_KEYS, type MetadataKey, SLUG, slugify } from '../metadata.ts'

/** An invalid value. */
export class InvalidValue {
  readonly explained: readonly [message: string, fix: string]
  constructor(...explained: [message: string, fix: string]) {
    this.explained = explained
  }
}

export const isMetadataKey = (key: string): key is MetadataKey =>
  (METADATA_KEYS as readonly string[]).includes(key)

/** Converts the YAML value of a key for the metadata. */
export function readValue(
  key: MetadataKey,
  node: Node | null,
): string | boolean | string[] | InvalidValue {
  if (key === 'tags') return readTags(node)
  const text = readText(node)
  if (text === undefined)
    return new InvalidValue(`\`${key}\` must be text.`, `Write \`${key}: …\` on one line.`)
  if (key === 'public') return readFlag(node, text)
  if ((key === 'slug' || key === 'namespace') && !SLUG.test(text)) return illegalSlug(key, text)
  if (key === 'direction') return readDirection(text)
  if (key === 'name' && text === '') {
    return new InvalidValue('`name` is empty.', 'Add a name, or remove the key.')
  }
  return text
}

/** Every scalar is text as written: `1.0` stays `1.0`, `no` stays `no`. A missing value is empty text. */
function readText(node: Node | null): string | undefined {
  if (!node) return ''
  return isScalar(node) ? String(node.value) : undefined
}

function readFlag(node: Node | null, text: string): boolean | InvalidValue {
  if (isScalar(node) && node.type === 'PLAIN' && (text === 'true' || text === 'false'))
    return text === 'true'
  return new InvalidValue(
    '`public` must be true or false.',
    'Write `public: true` or `public: false`.',
  )
}

function readDirection(text: string): Direction | InvalidValue {
  const direction = directions.find((one) => one === text)
  if (direction !== undefined) return direction
  const word = text.toLowerCase()
  const meant = wordsOfOthers.get(word) ?? nearest(text, directions) ?? 'right'
  return new InvalidValue(
    `\`direction\` must be ${alternatives(directions)}.`,
    `Write \`direction: ${meant}\`.`,
  )
}

/** Words of Mermaid and Graphviz. */
const wordsOfOthers: ReadonlyMap<string, Direction> = new Map([
  ['tb', 'down'],
  ['td', 'down'],
  ['lr', 'right'],
  ['bt', 'up'],
  ['rl', 'left'],
])

function readTags(node: Node | null): string[] | InvalidValue {
  const text = readText(node)
  if (text === '') return []
  const tags = isSeq(node) ? node.items.map((item) => readText(item as Node)) : [undefined]
  if (tags.every((tag) => tag !== undefined)) return tags
  return new InvalidValue(
    '`tags` must be a list of texts.',
    `Write \`tags: [${text ?? 'payments, kafka'}]\`.`,
  )
}

function illegalSlug(key: 'slug' | 'namespace', text: string): InvalidValue {
  const guess = slugify(text)
  const fix = guess ? `Write \`${key}: ${guess}\`.` : 'Write it like `alice-shop`.'
  return new InvalidValue(
    `\`${key}\` may only contain lower-case letters, digits and hyphens.`,
    fix,
  )
}
