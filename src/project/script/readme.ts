/** Reads the readme of a script: `<slug>.md` next to it, or the file in its header. */

import { statSync } from 'node:fs'
import path from 'node:path'
import { KnownError } from '../../errors.ts'
import { decodeText } from '../../files/decode.ts'
import { isInside } from '../../files/path-containment.ts'
import { readFileWithin } from '../../limits/files.ts'
import { overLimit } from '../../limits/limits.ts'

export interface Readme {
  /** Absolute path, even if the file does not exist. */
  file: string
  /** Null without a readme. */
  text: string | null
  problem?: { message: string; fix: string }
}

/**
 * @param script absolute path of the script file
 * @param given the header's `readme`, relative to the script file
 * @param names base names to try next to the script, in this order, if `given` is undefined
 */
export async function readReadme(
  root: string,
  script: string,
  given: string | undefined,
  names: readonly string[],
): Promise<Readme> {
  const folder = path.dirname(script)
  if (given !== undefined) return readAt(root, path.resolve(folder, given), given, true)
  const candidates = [...new Set(names)].map((name) => path.join(folder, `${name}.md`))
  for (const file of candidates) {
    if (isFile(file)) return readAt(root, file, path.basename(file), false)
  }
  return { file: candidates[0] ?? script, text: null }
}

async function readAt(
  root: string,
  file: string,
  name: string,
  mustStay: boolean,
): Promise<Readme> {
  const failed = (message: string, fix: string): Readme => ({
    file,
    text: null,
    problem: { message, fix },
  })
  // For a script outside of the project, the boundary is its folder: links out of it are refused.
  const boundary = mustStay || isInside(root, path.dirname(file)) ? root : path.dirname(file)
  if (!isInside(boundary, file)) {
    return failed(
      `The readme ${name} is outside of the project.`,
      'Move it into the project folder.',
    )
  }
  if (!isFile(file)) {
    return failed(
      `The readme ${name} does not exist.`,
      'Fix the path. It is relative to the script.',
    )
  }
  const bytes = await readFileWithin('readme', file).catch((error: unknown) => {
    if (!(error instanceof KnownError)) throw error
  })
  if (!bytes) {
    const { message, fix } = overLimit('readme', `The readme ${name}`)
    return failed(message, fix)
  }
  const decoded = decodeText(bytes)
  if (decoded.text !== undefined) return { file, text: decoded.text }
  return failed(`The readme ${name} cannot be read: ${decoded.message}`, decoded.fix)
}

/** Synchronous: runs for each script, most have no readme, and a rejected promise costs twenty times as much. */
function isFile(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
  } catch {
    return false
  }
}
