/** Draws icons of packs: an SVG defines each once and uses it at every node. */
import { short } from './outline.ts'
import type { IconArt, Picture } from './picture.ts'

/** Definitions of the icons that a picture draws, each once. */
export function iconDefinitions({ nodes, icons }: Picture): string {
  const used = new Map<string, IconArt>()
  for (const { icon } of nodes) {
    const art = icon === null ? undefined : icons?.get(icon)
    if (art) used.set(art.id, art)
  }
  if (used.size === 0) return ''
  const symbols = [...used.values()].map(
    ({ id, viewBox, body }) => `<symbol id="${id}" viewBox="${viewBox}">${body}</symbol>`,
  )
  return `<defs>${symbols.join('')}</defs>`
}

/** @param size in pixels, of a square that holds the icon */
export function useIcon({ id, body }: IconArt, x: number, y: number, size: number): string {
  const use = `<use class="art" href="#${id}" x="${short(x)}" y="${short(y)}" width="${size}" height="${size}"/>`
  // An icon without colours has the colour of topo's icons. Others may be dark, so the dark theme puts a bright plate under them.
  if (body.includes('currentColor')) return use
  const left = short(x - rim)
  const top = short(y - rim)
  const side = size + 2 * rim
  return `<rect class="plate" x="${left}" y="${top}" width="${side}" height="${side}" rx="4"/>${use}`
}

/** Pixels of the plate around an icon. */
const rim = 2

/** A picture as data, without the drawings of its icons. */
export function withoutArt({
  icons: _,
  allLayers: __,
  ...model
}: Picture): Omit<Picture, 'icons' | 'allLayers'> {
  return model
}
