/** Invisible characters in what the service holds, which make text look different from what it says. */
import { reordering } from '../../validator/rules/text-direction.ts'
import type { ScriptContent } from './content.ts'

/** What to say of a script that holds some; undefined where there is none. */
export function reorderingIn({ name, description, code, readme }: ScriptContent): string | undefined {
  const parts = Object.entries({ name, description, code, readme })
  const found = parts.flatMap(([part, text]) =>
    [...new Set(text?.match(reordering))].map(
      (character) => `U+${character.charCodeAt(0).toString(16).toUpperCase()} in its ${part}`,
    ),
  )
  if (found.length === 0) return undefined
  return `invisible characters reorder what you read (${found.join(', ')}); an editor may show it differently from what it says`
}
