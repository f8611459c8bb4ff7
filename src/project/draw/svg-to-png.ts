/** Converts topo's SVG to PNG without a browser: with the bundled font, and system fonts for missing letters. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { usageError } from '../../errors.ts'
import { loadNativePackage } from '../../native-package.ts'

/** Created by scripts/build.js; the chunk with this code is in a folder of `dist`. */
const fontFolder = fileURLToPath(new URL('../fonts/', import.meta.url))

/** Limits the memory for one picture. */
const MAX_PIXELS = 120_000_000
const MAX_SIDE = 32_000

/** @throws usage error `TOPO_PICTURE_TOO_LARGE` if the scale is too large for the picture, `TOPO_PACKAGE_MISSING` without rasteriser. */
export async function svgToPng(
  svg: string,
  { width, height }: { width: number; height: number },
  scale: number,
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
  const { text, foreign } = splitByWritingSystem(svg)
  const fontFiles = existsSync(fontFolder)
    ? readdirSync(fontFolder)
        .filter((name) => name.endsWith('.ttf'))
        .sort()
    : []
  const drawn = new Resvg(text, {
    fitTo: { mode: 'zoom', value: scale },
    font: {
      fontFiles: fontFiles.map((name) => join(fontFolder, name)),
      // Loading system fonts takes longer than a small picture.
      loadSystemFonts: foreign || fontFiles.length === 0,
      defaultFontFamily: 'Inter SemiBold',
    },
  })
  return drawn.render().asPng()
}

/** Letters that the bundled font does not have. */
const foreignLetters = /[^\u0000-\u052F\u1E00-\u1FFF\u2000-\u22FF\u25A0-\u25FF]+/gu

/** The rasteriser changes the font of a whole text if one letter is missing, so split the text by writing system. */
function splitByWritingSystem(svg: string): { text: string; foreign: boolean } {
  let foreign = false
  const text = svg.replace(/>([^<]+)<\/text>/g, (whole, content: string) => {
    const parts = content.replace(foreignLetters, (letters) => {
      foreign = true
      return pieces(letters)
    })
    return parts === content ? whole : `>${parts}</text>`
  })
  return { text, foreign }
}

const pieces = (letters: string): string =>
  letters
    .split(pieceOf)
    .filter((piece) => piece !== '')
    .map((piece) => `<tspan font-family="${fontFamilies(piece)}">${piece}</tspan>`)
    .join('')

const asian = String.raw`\u1100-\u11FF\u2E80-\uD7FF\uF900-\uFAFF\uFF00-\uFFEF`
const pieceOf = new RegExp(
  String.raw`(\p{Extended_Pictographic}(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200D|\uFE0F)*|[${asian}]+)`,
  'u',
)
const isAsian = new RegExp(`^[${asian}]`, 'u')

function fontFamilies(piece: string): string {
  if (/^\p{Extended_Pictographic}/u.test(piece))
    return "'Noto Emoji','Segoe UI Symbol','Apple Symbols','DejaVu Sans'"
  return isAsian.test(piece)
    ? "'Noto Sans CJK JP','Noto Sans CJK SC','Hiragino Sans','PingFang SC','Yu Gothic','Microsoft YaHei','Malgun Gothic'"
    : "'Noto Sans','DejaVu Sans','Segoe UI',Arial,'Geeza Pro'"
}
