/** Draws a node of an open script with its neighbours: inside a worker thread. */
import { dirname } from 'node:path'
import { cropAround } from '../../diff/index.ts'
import { iconsOf } from '../../project/icons/icons-of.ts'
import { layout, svg, withoutArt } from '../../render/index.ts'
import { firstNamed } from '../../topology/index.ts'
import { validate } from '../../validator/index.ts'
import { loadOpenScript, type OpenScript, projectOf } from './open-script.ts'

export interface AroundParams extends OpenScript {
  readonly id: string
}

/** SVG; undefined for a script that does not run, and for a picture that is too large for a hover. */
export async function drawAround(params: AroundParams): Promise<string | undefined> {
  const script = await loadOpenScript(params, await projectOf(params))
  const { topology } = script.problems.length > 0 ? {} : await validate(script.content.code)
  const node = topology && firstNamed(topology, params.id)
  if (topology === undefined || node === undefined) return undefined
  const near = { ...cropAround(topology, [node], 1), flows: [] }
  if (near.nodes.length > MOST_NODES) return undefined
  const picture = {
    ...layout(near, {
      title: params.id,
      icons: await iconsOf(near, dirname(params.file)),
      scriptDirection: script.metadata.direction,
    }),
    style: script.style,
  }
  const versions = [picture, withoutArt(picture)]
  const pictures = versions.map((one) => svg.write(one, { theme: 'auto' }))
  return pictures.find(({ length }) => length <= MOST_LETTERS)
}

const MOST_NODES = 12
const MOST_LETTERS = 60_000
