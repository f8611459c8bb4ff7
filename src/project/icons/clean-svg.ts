/**
 * Makes the SVG of an icon harmless: only shapes, paints, clips and masks are left, ids become unique, and references name
 * only what the icon itself contains. The result is written from what was read, so nothing of the original text is left.
 */

import { createHash } from 'node:crypto'
import sax from 'sax'
import { sumOf } from '../../grouped.ts'
import type { IconArt } from '../../render/index.ts'

/** Characters of the SVG of an icon, before and after. */
const MOST_READ = 256 * 1024
const MOST_WRITTEN = 64 * 1024
const MOST_ELEMENTS = 2_000
const DEEPEST = 24
/** Elements to draw, counted once per use. */
const MOST_DRAWN = 4_000
/** A width or height beyond it is no icon. */
const LARGEST = 100_000

export interface IconSource {
  readonly body: string
  /** Left, top, width, height. */
  readonly viewBox: readonly number[]
}

/** Undefined for an icon that is too large, or whose SVG cannot be read. */
export function cleanIcon({ body, viewBox }: IconSource): IconArt | undefined {
  const [, , width = 0, height = 0] = viewBox
  const isBox = viewBox.every((one) => Number.isFinite(one) && Math.abs(one) <= LARGEST)
  if (!isBox || viewBox.length !== 4 || width <= 0 || height <= 0 || body.length > MOST_READ)
    return undefined
  const box = viewBox.join(' ')
  // Ids name the content, so that they differ from those of all other icons.
  const hash = createHash('sha256').update(`${box} ${body}`).digest('hex')
  const id = `icon-${hash.slice(0, 12)}`
  try {
    const cleaned = written(elementsOf(body), id)
    return cleaned ? { id, viewBox: box, body: cleaned } : undefined
  } catch {
    // The parser refuses it.
    return undefined
  }
}

interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly Element[]
}

const drawn = new Set(
  'g path circle ellipse rect line polyline polygon use defs linearGradient radialGradient stop clipPath mask'.split(
    ' ',
  ),
)

const attributes = new Set(
  [
    'id d points x y x1 y1 x2 y2 cx cy r rx ry fx fy fr width height transform offset href color opacity display',
    'fill fill-rule fill-opacity stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit',
    'stroke-dasharray stroke-dashoffset clip-path clip-rule mask mask-type stop-color stop-opacity gradientUnits',
    'gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits',
  ].flatMap((line) => line.split(' ')),
)

/** Words, numbers, colours, paths and transforms; no quotes, entities, escapes or addresses. */
const plain = /^[\w\s.,#%()+-]*$/
const reference =
  /^url\(\s*["']?#([\w:.-]{1,200})["']?\s*\)(?:\s*(?:none|currentColor|#[\da-f]{3,8}))?$/i

function elementsOf(body: string): Element[] {
  const parser = sax.parser(true)
  const top: Element[] = []
  /** The elements around the current place; undefined for one that is left out with its content. */
  const open: (Element[] | undefined)[] = []
  let count = 0
  parser.onerror = (error) => {
    throw error
  }
  parser.ondoctype = () => {
    throw new Error('an icon has no document type')
  }
  parser.onopentag = ({ name, attributes: given }) => {
    const among = open.length === 0 ? undefined : open.at(-1)
    if (open.length === 0) open.push(top)
    else if (among === undefined || !drawn.has(name)) open.push(undefined)
    else {
      count += 1
      if (open.length > DEEPEST || count > MOST_ELEMENTS) throw new Error('too many elements')
      const children: Element[] = []
      among.push({ name, attributes: attributesOf(given), children })
      open.push(children)
    }
  }
  parser.onclosetag = () => open.pop()
  parser.write(`<svg xmlns:xlink="http://www.w3.org/1999/xlink">${body}</svg>`).close()
  return top
}

/** A `style` is read as attributes, which say the same. */
function attributesOf(given: Readonly<Record<string, unknown>>): Map<string, string> {
  const found = new Map<string, string>()
  const add = (name: string, value: unknown) => {
    if (typeof value === 'string' && attributes.has(name)) found.set(name, value.trim())
  }
  for (const [name, value] of Object.entries(given))
    add(name === 'xlink:href' ? 'href' : name, value)
  for (const declaration of String(given.style ?? '').split(';')) {
    const [name = '', value] = declaration.split(':')
    add(name.trim(), value)
  }
  return found
}

/** Undefined for an icon that is too large to draw. */
function written(elements: readonly Element[], prefix: string): string | undefined {
  const writer = new IconWriter(elements, prefix)
  if (writer.costsOf(elements) > MOST_DRAWN) return undefined
  const text = elements.map((element) => writer.textOf(element)).join('')
  return text.length > MOST_WRITTEN ? undefined : text
}

class IconWriter {
  readonly #named = new Map<string, Element>()
  /** New ids by the old ones. */
  readonly #ids = new Map<string, string>()
  /** Elements to draw for one use of an element; infinite while it is being counted, for a circle. */
  readonly #costs = new Map<Element, number>()

  constructor(elements: readonly Element[], prefix: string) {
    this.#collect(elements)
    for (const id of this.#named.keys()) this.#ids.set(id, `${prefix}-${this.#ids.size}`)
  }

  /** References can multiply: ten uses of ten uses. */
  costsOf(elements: readonly Element[]): number {
    return sumOf(elements, (element) => this.#costOf(element))
  }

  textOf({ name, attributes: given, children }: Element): string {
    let tag = name
    for (const [attribute, value] of given) {
      const safe = this.#valueOf(attribute, value)
      if (safe !== undefined) tag += ` ${attribute}="${safe}"`
    }
    const content = children.map((child) => this.textOf(child)).join('')
    return content === '' ? `<${tag}/>` : `<${tag}>${content}</${name}>`
  }

  #collect(elements: readonly Element[]): void {
    for (const element of elements) {
      const id = element.attributes.get('id')
      if (id !== undefined && !this.#named.has(id)) this.#named.set(id, element)
      this.#collect(element.children)
    }
  }

  #costOf(element: Element): number {
    const known = this.#costs.get(element)
    if (known !== undefined) return known
    this.#costs.set(element, Number.POSITIVE_INFINITY)
    const targets = [...element.attributes.values()].flatMap(
      (value) => this.#named.get(targetOf(value) ?? '') ?? [],
    )
    const cost = this.costsOf([...targets, ...element.children]) + 1
    this.#costs.set(element, cost)
    return cost
  }

  /** Undefined for an attribute that is left out. */
  #valueOf(attribute: string, value: string): string | undefined {
    if (attribute === 'id') return this.#ids.get(value)
    if (attribute === 'href') {
      const id = value.startsWith('#') ? this.#ids.get(value.slice(1)) : undefined
      return id && `#${id}`
    }
    const target = reference.exec(value)?.[1]
    if (target !== undefined) {
      const id = this.#ids.get(target)
      return id && `url(#${id})`
    }
    return plain.test(value) && !/url|image|src/i.test(value) ? value : undefined
  }
}

/** The id that a value names. */
const targetOf = (value: string): string | undefined =>
  reference.exec(value)?.[1] ?? (value.startsWith('#') ? value.slice(1) : undefined)
