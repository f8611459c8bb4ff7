/** Names of files made from names that the service sent, which may be hostile. */

import { ExitCode, KnownError } from '../../errors.ts'
import { SLUG } from './metadata.ts'

/**
 * The base name, without extension, of the file for a slug. Names that some system or shell would take for
 * something else get a `_` in front, which no slug has; the header then says the slug.
 *
 * @throws KnownError `TOPO_UNSAFE_SLUG` for what is no slug at all: `../x`, `C:x`, `Shop`, an empty text.
 */
export function fileNameFor(slug: string): string {
  if (!SLUG.test(slug) || slug.length > LONGEST) {
    throw new KnownError(
      `The service has a script with the slug ${JSON.stringify(slug.slice(0, 80))}, which cannot be a file name.`,
      {
        code: 'TOPO_UNSAFE_SLUG',
        hint: 'Give it a slug of lower-case letters, digits and hyphens on the service, then pull again.',
        exitCode: ExitCode.refused,
        details: { slug },
      },
    )
  }
  return RESERVED.test(slug) || slug.startsWith('-') ? `_${slug}` : slug
}

/** A name that is safe inside a folder of topo's own, for any text. */
export function escapeName(text: string): string {
  const escaped = text.replace(
    /[^A-Za-z0-9._ -]/g,
    (char) => `%${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const safe = escaped.replace(/^\.+$/, (dots) => '_'.repeat(dots.length)).replace(/[. ]$/, '_')
  return (RESERVED.test(safe.replace(/\..*$/s, '')) ? `_${safe}` : safe).slice(0, LONGEST) || '_'
}

/** Devices of Windows, whatever the extension. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/i
/** File systems take 255 bytes; `.topology.js` and the name of a temporary file come on top. */
const LONGEST = 180
