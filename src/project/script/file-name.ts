/** Creates safe file names from slugs and other text of the service, which may be hostile. */

import { refusedError } from '../../errors.ts'
import { SLUG } from './metadata.ts'

/**
 * File name for a slug, without extension. A name that is special for a system or shell
 * gets the prefix `_`, which no slug has; the header then contains the slug.
 *
 * @throws KnownError `TOPO_UNSAFE_SLUG` for an invalid slug: `../x`, `C:x`, `Shop`, empty.
 */
export function fileNameFor(slug: string): string {
  if (!SLUG.test(slug) || slug.length > LONGEST) {
    throw refusedError(
      `The slug ${JSON.stringify(slug.slice(0, 80))} of a script on the service cannot be a file name.`,
      {
        code: 'TOPO_UNSAFE_SLUG',
        hint: 'Change the slug on the service to lower-case letters, digits and hyphens, then pull again.',
        details: { slug },
      },
    )
  }
  return withoutDeviceName(slug)
}

/** The same for a slug that is valid. */
export const withoutDeviceName = (slug: string): string =>
  RESERVED.test(slug) || slug.startsWith('-') ? `_${slug}` : slug

/** Escapes any text to a name that is safe in a folder of topo. */
export function escapeName(text: string): string {
  const escaped = text.replace(
    /[^A-Za-z0-9._ -]/g,
    (char) => `%${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const safe = escaped.replace(/^\.+$/, (dots) => '_'.repeat(dots.length)).replace(/[. ]$/, '_')
  const isReserved = RESERVED.test(safe.replace(/\..*$/s, ''))
  const allowed = isReserved ? `_${safe}` : safe
  return allowed.slice(0, LONGEST) || '_'
}

/** Windows device names, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/i
/** File systems allow 255 bytes, including `.topology.js` and the suffix of a temporary file. */
const LONGEST = 180
