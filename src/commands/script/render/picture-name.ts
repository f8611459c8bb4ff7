/** Refuses the name of a picture in the place of a script: its -o was forgotten. */
import { existsSync } from 'node:fs'
import { usageError } from '../../../errors.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'

/** No script has these extensions, also if the picture exists. */
const PICTURE = /\.(?:svg|png|html?|pdf|jpe?g|gif|webp|drawio)$/i

/** @throws usage error that shows the right command */
export function refusePictureName(given: readonly string[]): void {
  const picture = given.find((name) => PICTURE.test(name) && !/^https?:/.test(name))
  if (picture === undefined) return
  const scripts = given.filter((name) => name !== picture)
  const command = ['topo render', ...scripts, '-o', picture].map(forTerminal).join(' ')
  const what = existsSync(picture) ? 'is a picture, not a script' : 'is no script'
  throw usageError(`${forTerminal(picture)} ${what}.`, {
    hint: `To write a picture to it: ${command}`,
  })
}
