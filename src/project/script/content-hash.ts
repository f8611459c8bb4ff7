/** The hash of a script's content. */
import { createHash } from 'node:crypto'
import { CONTENT_FIELDS, comparableField, type ScriptContent } from './content.ts'

/** SHA-256 of the fields as canonical JSON, hexadecimal; line ends do not count. */
export function contentHash(content: ScriptContent): string {
  const canonical = JSON.stringify(CONTENT_FIELDS.map((field) => comparableField(content, field)))
  return createHash('sha256').update(canonical).digest('hex')
}
