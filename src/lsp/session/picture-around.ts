/** Draws a node with its neighbours, for a hover. */
import { Superseded } from '../../threads/job.ts'
import type { OpenScript } from '../checks/open-script.ts'
import type { ScriptRuns } from '../checks/threads.ts'

/** SVG in Base64; undefined while threads are busy, and for what cannot be drawn. */
export async function pictureAround(
  threads: ScriptRuns,
  script: OpenScript,
  id: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!threads.isFree) return undefined
  const svg = await threads.ask('around', { ...script, id }, signal).catch((error: unknown) => {
    // Too large a picture, or a script that dies: the words are enough.
    if (error instanceof Superseded) throw error
    return undefined
  })
  return svg && Buffer.from(svg).toString('base64')
}
