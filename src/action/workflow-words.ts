/** Rewrites the hint of an error for a step: it has inputs, and no flags. */
import type { KnownError } from '../errors.ts'
import { inputs } from './step/metadata.ts'

/** Names the input in the place of a flag; removes advice that needs another flag. Quoted commands stay as they are. */
export function inWorkflowWords(error: KnownError): KnownError {
  if (error.hint === undefined) return error
  const sentences = error.hint
    .split(/(?<=[.!?]) +/)
    .map((sentence) => withoutFlags(withInputs(sentence)))
  return error.withHint(sentences.filter(Boolean).join(' ') || undefined)
}

/** Drops each alternative that needs a flag. */
function withoutFlags(sentence: string): string {
  const needsFlag = (text: string) => /(^|\s)--[a-z]/.test(text.replace(quoted, ''))
  if (!needsFlag(sentence)) return sentence
  const [first = '', ...others] = sentence
    .replace(/\.$/, '')
    .split(/(?:, | )or /)
    .filter((clause) => !needsFlag(clause))
  const opening = first.charAt(0).toUpperCase() + first.slice(1)
  return first && `${[opening, ...others].join(', or ')}.`
}

const quoted = /"[^"]*"|`[^`]*`/g

const withInputs = (text: string): string =>
  text.replace(
    /"[^"]*"|`[^`]*`|(?<=^|\s)--([a-z-]+)(?: (\d+|overwrite|skip|fail))?/g,
    (all, name, value) => {
      if (name === undefined || !Object.hasOwn(inputs, name)) return all
      return value === undefined ? `the input \`${name}\`` : `\`${name}: ${value}\``
    },
  )
