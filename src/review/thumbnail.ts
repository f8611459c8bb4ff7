/** Draws the thumbnail of a remote script, for lists, and uploads it. */

import { orUnsupported } from '../api/answers/unsupported.ts'
import type { Client } from '../api/client/client.ts'
import type { Script } from '../api/resources/scripts.ts'
import { refusedError } from '../errors.ts'
import { svgToPng } from '../raster/svg-to-png.ts'
import { type StyleSetting, svg } from '../render/index.ts'
import { drawCode } from './draw-scripts.ts'

/** Pixels of the longer side. */
const LONGEST_SIDE = 640

export interface Thumbnail {
  readonly width: number
  readonly height: number
  /** Size of the PNG. */
  readonly bytes: number
}

/** @throws KnownError `TOPO_NOT_DRAWN` for a script that is not a topology, or does not run. */
export async function sendThumbnail(
  client: Client,
  { id, slug, name, code, type }: Script,
  style: StyleSetting | undefined,
): Promise<Thumbnail> {
  const picture =
    type === undefined || type === 'topology' ? await drawCode(code ?? '', name) : null
  if (picture === null) {
    throw refusedError(`Cannot draw "${slug}": it is not a topology, or it does not run.`, {
      code: 'TOPO_NOT_DRAWN',
      hint: `Run "topo show ${slug}" to see its code.`,
    })
  }
  const scale = LONGEST_SIDE / Math.max(picture.width, picture.height)
  const png = await svgToPng(svg.write({ ...picture, style }, { theme: 'light' }), picture, scale)
  const body = { contentType: 'image/png' as const, data: Buffer.from(png).toString('base64') }
  await orUnsupported('thumbnails', () => client.sharing.thumbnail({ params: { id }, body }))
  const sized = (length: number) => Math.round(length * scale)
  return { width: sized(picture.width), height: sized(picture.height), bytes: png.length }
}
