/** Converts topo's SVG to PNG without a browser: with the bundled font, and system fonts for missing letters. */
import { setImmediate } from 'node:timers/promises'
import { usageError } from '../../errors.ts'
import { collectGarbage } from '../../limits/collect-garbage.ts'
import { loadNativePackage } from '../../native-package.ts'

/** Limits the memory for one picture. */
const MAX_PIXELS = 120_000_000
const MAX_SIDE = 32_000

/**
 * @param onMissing called with characters that no font of this machine has
 * @throws usage error `TOPO_PICTURE_TOO_LARGE` if the scale is too large for the picture, `TOPO_PACKAGE_MISSING` without rasteriser.
 */
export async function svgToPng(
  svg: string,
  { width, height }: { width: number; height: number },
  scale: number,
  onMissing?: (characters: readonly string[]) => void,
): Promise<Uint8Array> {
  if (width * height * scale ** 2 > MAX_PIXELS || Math.max(width, height) * scale > MAX_SIDE) {
    const fits = Math.min(Math.sqrt(MAX_PIXELS / (width * height)), MAX_SIDE / Math.max(width, height))
    throw usageError(
      `The picture is ${width} by ${height} pixels; at scale ${scale} it is too large for PNG.`,
      {
        code: 'TOPO_PICTURE_TOO_LARGE',
        hint:
          fits >= 0.1 ? `Use --scale ${Math.floor(fits * 10) / 10}, or --format svg.` : 'Use --format svg.',
      },
    )
  }
  const { Resvg } = await loadNativePackage(
    '@resvg/resvg-js',
    'draw PNG files',
    () => import('@resvg/resvg-js'),
  )
  const { outlineTexts } = await import('./letters/outline-texts.ts')
  const outlined = await outlineTexts(svg)
  const rasteriser = new Resvg(outlined.svg, {
    fitTo: { mode: 'zoom', value: scale },
    // Texts are outlines, and the fonts of a machine take longer to load than a picture to draw.
    font: { loadSystemFonts: false },
  })
  if (outlined.missing.size > 0) onMissing?.([...outlined.missing])
  const png = rasteriser.render().asPng()
  collectGarbage()
  // Native memory is freed one turn after its object.
  await setImmediate()
  return png
}
