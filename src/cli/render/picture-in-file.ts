/** Reads the last picture of a script from the SVG that the new one replaces. */
import { readFileIfExists } from '../../limits/files.ts'
import type { EarlierPicture } from '../../render/index.ts'
import type { RenderTarget } from './choose-target.ts'

/** Undefined without such a file. One that cannot be read is reported when it is written. */
export async function pictureInFile(
  { format, file }: RenderTarget,
  slug: string,
): Promise<EarlierPicture | undefined> {
  if (format !== 'svg' || file === undefined) return undefined
  const bytes = await readFileIfExists('replaced', file(slug)).catch(() => undefined)
  if (bytes === undefined) return undefined
  const { placesInSvg } = await import('../../render/index.ts')
  return placesInSvg(bytes.toString())
}
