/** What a page needs to check and draw a script. */
import { giveOwnFile } from '../../src/platform/browser/own-files.ts'
import { layout, svg } from '../../src/render/index.ts'
import { prepared } from '../../src/topology/sandbox/prepared.ts'
import { type Finding, validate } from '../../src/validator/index.ts'

export interface CheckedDrawing {
  readonly findings: readonly Finding[]
  /** SVG; undefined if the script did not run to its end. */
  readonly picture: string | undefined
}

/** @param code a script without its header, without imports */
export async function drawScript(code: string, title: string): Promise<CheckedDrawing> {
  const { findings, topology } = await validate(code)
  const picture = topology && svg.write(layout(topology, { title }), { theme: 'light' })
  return { findings, picture: picture as string | undefined }
}

/** Call it first. */
export async function loadInterpreter(file: string): Promise<void> {
  const bytes = await (await fetch(file)).arrayBuffer()
  if (prepared) giveOwnFile(prepared.code, new Uint8Array(bytes))
}
