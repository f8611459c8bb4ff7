/** Refuses the name of a picture in the place of a script: its -o was forgotten. */
import { existsSync, statSync } from 'node:fs'
import { usageError } from '../../../errors.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'

/** No script has these extensions, also if the picture exists. */
const PICTURE = /\.(?:svg|png|html?|pdf|jpe?g|gif|webp|drawio)$/i

/** @throws usage error that shows the right command */
export function refusePictureName(given: readonly string[]): void {
  const picture = given.find(isPicture)
  if (picture === undefined) return
  const scripts = given.filter((name) => !isPicture(name))
  const named = scripts.length === 0 ? ['SCRIPT'] : scripts
  const command = ['topo render', ...named, '-o', picture].map(forTerminal).join(' ')
  const what = existsSync(picture) ? 'is a picture, not a script' : 'is no script'
  throw usageError(`${forTerminal(picture)} ${what}.`, {
    hint: `To write a picture to it: ${command}`,
  })
}

/** Neither an address nor a folder of scripts. */
const isPicture = (name: string): boolean =>
  PICTURE.test(name) && !/^https?:/i.test(name) && !isFolder(name)

/** False also for what is missing, or cannot be looked at. */
function isFolder(name: string): boolean {
  try {
    return statSync(name).isDirectory()
  } catch {
    return false
  }
}
