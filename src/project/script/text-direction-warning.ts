/** Detects invisible characters in remote scripts that reorder text, so that it looks different from its content. */
import { reordering } from '../../validator/rules/text-direction.ts'
import type { ScriptContent } from './content.ts'

/** @returns a warning, or undefined without such characters */
export function textDirectionWarning(content: ScriptContent): string | undefined {
  const { name, description, tags, code, readme } = content
  const parts = Object.entries({ name, description, tags: tags.join(), code, readme })
  const found = parts.flatMap(([part, text]) =>
    [...new Set(text?.match(reordering))].map(
      (character) => `U+${character.charCodeAt(0).toString(16).toUpperCase()} in its ${part}`,
    ),
  )
  if (found.length === 0) return undefined
  return `invisible characters reorder the text (${found.join(', ')}); an editor may show it in another order than stored`
}
