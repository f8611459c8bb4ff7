/**
 * The hints of errors, as the sources have them: each is read as the doors show it at which it may
 * arrive.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const src = resolve(import.meta.dirname, '../src')

/** Texts of the property `hint`, with a word in the place of what is computed. */
export const hintsIn = (isRead: (file: string) => boolean) =>
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && isRead(name))
    .flatMap((name) => {
      const text = readFileSync(join(src, name), 'utf8')
      return [...text.matchAll(/\b(?:hint|Hint)\b[^'"`\n]*\n?\s*(?:'([^'\n]+)'|`([^`]+)`)/g)].map(
        ([, plain, template]) =>
          [name, plain ?? template?.replace(/\$\{[^}]*\}/g, 'X') ?? ''] as const,
      )
    })

/** Without commands in quotes, which work in every clone. */
export const unquoted = (hint: string): string => hint.replace(/"[^"]*"|`[^`]*`/g, '')
