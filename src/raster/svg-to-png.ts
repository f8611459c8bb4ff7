/** Converts topo's SVG to PNG without a browser: with the bundled font, and system fonts for missing letters. */
import { setImmediate } from 'node:timers/promises'
import { usageError } from '../errors.ts'
import { collectGarbage } from '../limits/collect-garbage.ts'
import { loadNativePackage } from '../native-package.ts'

/** Limits the memory for one picture, which is about 9 bytes per pixel. */
const MAX_PIXELS = 120_000_000
/** A collection takes longer than to draw a small picture: it waits for so many pixels, of several pictures if need be. */
const PIXELS_PER_COLLECTION = 8_000_000
const MAX_SIDE = 32_000
/** Sharp on any screen, but a picture of hundreds of nodes gets fewer pixels: few programs open more. */
const DEFAULT_SCALE = 2
const MAX_DEFAULT_PIXELS = 24_000_000
const MAX_DEFAULT_SIDE = 16_000

interface Size {
  readonly width: number
  readonly height: number
}

const scaleToFit = ({ width, height }: Size, pixels: number, side: number): number =>
  Math.min(Math.sqrt(pixels / (width * height)), side / Math.max(width, height))

const defaultScale = (size: Size): number =>
  Math.min(
    DEFAULT_SCALE,
    Math.floor(100 * scaleToFit(size, MAX_DEFAULT_PIXELS, MAX_DEFAULT_SIDE)) / 100,
  )

let uncollectedPixels = 0

/**
 * @param scale 2 by default, less for a large picture
 * @param onMissing called with characters that no font of this machine has
 * @throws usage error `TOPO_PICTURE_TOO_LARGE` if the scale is too large for the picture, `TOPO_PACKAGE_MISSING` without rasteriser.
 */
export async function svgToPng(
  svg: string,
  size: Size,
  scale = defaultScale(size),
  onMissing?: (characters: readonly string[]) => void,
): Promise<Uint8Array> {
  const { width, height } = size
  const pixels = width * height * scale ** 2
  if (pixels > MAX_PIXELS || Math.max(width, height) * scale > MAX_SIDE) {
    const fits = scaleToFit(size, MAX_PIXELS, MAX_SIDE)
    throw usageError(
      `The picture is ${width} by ${height} pixels; at scale ${scale} it is too large for PNG.`,
      {
        code: 'TOPO_PICTURE_TOO_LARGE',
        hint:
          fits >= 0.1
            ? `Use --scale ${Math.floor(fits * 10) / 10}, or --format svg.`
            : 'Use --format svg.',
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
  uncollectedPixels += pixels
  if (uncollectedPixels >= PIXELS_PER_COLLECTION) {
    uncollectedPixels = 0
    collectGarbage()
    // Native memory is freed one turn after its object.
    await setImmediate()
  }
  return png
}
