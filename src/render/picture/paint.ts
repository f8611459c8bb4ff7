/** Colours, dashes and weights of boxes and lines in a theme, for formats without a style sheet. */
import { huesOf, lineHues } from './hues.ts'
import { styleOf, themeIn } from './look/style.ts'
import { dashes, knownType, type Theme } from './look/theme.ts'
import type { Picture, PictureEdge, PictureNode } from './picture.ts'

/** The nodes of a picture with those colours of the script that it shows: none in a comparison, where only changes have colours. */
export function drawnNodes({ nodes, compares, style }: Picture): readonly PictureNode[] {
  if (!compares && styleOf(style).hasColors) return nodes
  return nodes.map(({ look, ...node }) => ({
    ...node,
    color: null,
    ...(look?.dash && !compares && { look: { dash: look.dash } }),
  }))
}

export type Paint = ReturnType<typeof paintOf>

export function paintOf(picture: Picture, theme: Theme) {
  const style = styleOf(picture.style)
  const palette = style[themeIn(style, theme) === 'dark' ? 'dark' : 'light']
  const hues = lineHues(picture, huesOf(picture))
  return {
    palette,
    font: style.font,
    /** Undefined is the usual one. */
    line(edge: PictureEdge) {
      const type = knownType(edge)
      if (type !== null)
        return { color: palette.types[type], dash: dashes[type], weight: style.weights[type] }
      const hue = hues.get(edge.id)
      const color = hue === undefined ? undefined : palette.hues[hue]
      return { color, dash: null, weight: undefined }
    },
    /** The border and background that the script sets, as far as they are hexadecimal. */
    box({ color, look = {} }: PictureNode) {
      return { stroke: hexOf(look.border ?? color), fill: hexOf(look.background), dash: look.dash }
    },
  }
}

/** With six digits. */
function hexOf(color: string | null | undefined): string | undefined {
  const [, digits = ''] = /^#([\da-f]{3,8})$/.exec(color ?? '') ?? []
  if (digits === '') return undefined
  const isShort = digits.length < 6
  return `#${isShort ? digits.slice(0, 3).replace(/./g, '$&$&') : digits.slice(0, 6)}`
}
