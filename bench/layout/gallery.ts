/** The sheets of the gallery: a script of `docs/gallery` as topo draws it, and as other programs do, with figures. */
import { layout, type Picture } from '../../src/render/index.ts'
import type { Box, Point } from '../../src/render/picture/picture.ts'
import { drawing as svgOf } from '../../src/render/write/formats/svg.ts'
import { escapeXml, tag } from '../../src/text/safe/for-xml.ts'
import { counted, joined } from '../../src/text/words.ts'
import { readTopology } from '../../src/topology/index.ts'
import { type Drawing, measure } from '../../test/render/ledger/measure.ts'
import { drawingOf } from '../../test/render/ledger/table.ts'

/** Where a program put everything, in the order of the script. */
export interface Places {
  readonly boxes: readonly (readonly number[])[]
  /** x and y of each point, one after the other. */
  readonly lines: readonly (readonly number[])[]
  readonly tags: readonly (readonly number[] | null)[]
}

/** Kept in a file, because not every machine has all programs. */
export interface Others {
  /** Names with versions. */
  readonly programs: readonly string[]
  /** By script; the places in the order of the programs. */
  readonly pictures: Readonly<Record<string, readonly Places[]>>
}

export interface PictureFigures {
  readonly program: string
  readonly connections: number
  readonly crossings: number
  readonly throughBoxes: number
  /** Undefined for curves. */
  readonly bends: number | undefined
  readonly width: number
  readonly height: number
  /** Pixels of a name if the picture is in a README. */
  readonly name: number
}

/** Width of a README, and the room around panels and pictures. */
const column = 830
const gap = 20
const margin = 28

const short = (value: number) => Math.round(value * 10) / 10

export async function pictureOf(slug: string, script: string): Promise<Picture> {
  const { topology } = await readTopology(script)
  if (!topology) throw new Error(`docs/gallery/${slug}.topology.js does not run.`)
  const [, name] = /^name: (.*)$/m.exec(script) ?? []
  const words = slug.replaceAll('-', ' ')
  return layout(topology, { title: name ?? words.replace(/^./, (letter) => letter.toUpperCase()) })
}

export const placesOf = ({ nodes, edges }: Pick<Drawing, 'nodes' | 'edges'>): Places => ({
  boxes: nodes.map(({ x, y, width, height }) => [x, y, width, height].map(short)),
  lines: edges.map(({ points }) => points.flatMap(({ x, y }) => [short(x), short(y)])),
  tags: edges.map((edge) => edge.tag && [short(edge.tag.x), short(edge.tag.y)]),
})

/** The picture with everything at the places of another program. */
function moved(picture: Picture, { boxes, lines, tags }: Places): Picture {
  const nodes = picture.nodes.map((node, at) => {
    const [x = 0, y = 0, width = 0, height = 0] = boxes[at] ?? []
    const isSame = Math.abs(width - node.width) + Math.abs(height - node.height) < 2
    if (!node.isFrame && !isSame)
      throw new Error(
        `${picture.title}: ${node.key} has another size now. Run: npm run bench -- gallery`,
      )
    return { ...node, x, y, width, height }
  })
  const edges = picture.edges.map((edge, at) => {
    const line = lines[at] ?? []
    const points = line.flatMap((x, i) => (i % 2 === 0 ? [{ x, y: line[i + 1] ?? 0 }] : []))
    const [left = 0, top = 0] = tags[at] ?? []
    return { ...edge, points, tag: edge.tag && { ...edge.tag, x: left, y: top } }
  })
  const parts: Partial<Box>[] = [
    ...nodes,
    ...edges.flatMap((edge) => [...edge.points, ...(edge.tag ? [edge.tag] : [])]),
  ]
  const left = Math.min(...parts.map(({ x = 0 }) => x)) - margin
  const top = Math.min(...parts.map(({ y = 0 }) => y)) - margin
  const right = Math.max(...parts.map(({ x = 0, width = 0 }) => x + width))
  const bottom = Math.max(...parts.map(({ y = 0, height = 0 }) => y + height))
  const shift = <P extends Point>(one: P): P => ({
    ...one,
    x: one.x - left,
    y: one.y - top,
  })
  return {
    ...picture,
    width: short(right + margin - left),
    height: short(bottom + margin - top),
    nodes: nodes.map(shift),
    edges: edges.map((edge) => ({
      ...edge,
      points: edge.points.map(shift),
      tag: edge.tag && shift(edge.tag),
    })),
  }
}

function figuresOf(program: string, picture: Picture): PictureFigures {
  const { width, height, edges } = picture
  const { crossings, boxes, turns } = measure(drawingOf(picture))
  return {
    program,
    connections: edges.length,
    crossings,
    throughBoxes: boxes,
    width,
    height,
    bends: /^(topo|ELK)/.test(program) ? turns : undefined,
    name: short(13 * Math.min(1, column / width)),
  }
}

const sentence = ({ crossings, throughBoxes, bends, name, width, height }: PictureFigures) =>
  joined(
    ' · ',
    counted(crossings, 'crossing'),
    throughBoxes > 0 && `${throughBoxes} through boxes`,
    bends === undefined ? 'curves' : counted(bends, 'bend'),
    `names ${name} px`,
    `${Math.round(width)} × ${Math.round(height)}`,
  )

/** The sheet as an SVG, and the figures of topo and of the other programs. */
export async function sheetOf(
  slug: string,
  script: string,
  { programs, pictures }: Others,
): Promise<{ svg: string; figures: PictureFigures[] }> {
  const own = await pictureOf(slug, script)
  const drawn = svgOf(own, 'auto')
  const [style = ''] = /<style>.*?(?=<\/style>)/s.exec(drawn) ?? []
  const figures = [figuresOf('topo', own)]
  const first = panel(figures[0] as PictureFigures, drawn, { left: 0, top: 40, width: column })
  const content = [
    tag('text', { class: 'title', x: 16, y: 34 }, escapeXml(own.title)),
    first.content,
  ]
  let top = 0
  let bottom = first.bottom
  const width = (column - gap) / 2
  programs.forEach((program, at) => {
    const picture = moved(own, pictures[slug]?.[at] as Places)
    const its = figuresOf(program, picture)
    const isLeft = at % 2 === 0
    if (isLeft) top = bottom + gap
    const withoutLegend = svgOf(picture, 'auto').replace(/<g class="legend".*$/s, '</svg>')
    const next = panel(its, withoutLegend, {
      left: isLeft ? 0 : width + gap,
      top,
      width,
      height: 520,
    })
    bottom = Math.max(bottom, next.bottom)
    figures.push(its)
    content.push(next.content)
  })
  const frame = {
    xmlns: 'http://www.w3.org/2000/svg',
    role: 'img',
    viewBox: `0 0 ${column} ${bottom}`,
  }
  const svg = tag(
    'svg',
    { ...frame, width: column, height: bottom },
    tag('title', {}, escapeXml(own.title)),
    `${style}.title{font-size:20px}.by{font-size:15px}.figures{font-size:12px}</style>`,
    tag('rect', { class: 'canvas', width: column, height: bottom }),
    ...content,
  )
  return { svg: `${svg}\n`, figures }
}

interface Room {
  readonly left: number
  readonly top: number
  readonly width: number
  /** Of the drawing; without one, it is as high as it has to be. */
  readonly height?: number
}

/** A drawing in the middle of its room, below the program and the figures. */
function panel(figures: PictureFigures, drawn: string, room: Room) {
  const { left, top, height: most = Infinity } = room
  const [, width = 0, height = 0] = (/viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(drawn) ?? []).map(
    Number,
  )
  const isDrawnWithLegend = drawn.includes('class="legend"')
  const size = { width, height: isDrawnWithLegend ? height : Math.min(height, figures.height) }
  const scale = Math.min(1, room.width / size.width, most / size.height)
  const shownWidth = short(size.width * scale)
  const shownHeight = short(size.height * scale)
  const y = top + 44
  const place = {
    x: short(left + (room.width - shownWidth) / 2),
    y,
    width: shownWidth,
    height: shownHeight,
  }
  return {
    bottom: Math.ceil(y + shownHeight),
    content: [
      tag('text', { class: 'by', x: left + 16, y: y - 22 }, escapeXml(figures.program)),
      tag('text', { class: 'note figures', x: left + 16, y: y - 4 }, escapeXml(sentence(figures))),
      tag('svg', { ...place, viewBox: `0 0 ${size.width} ${size.height}` }, contentOf(drawn)),
    ].join(''),
  }
}

/** What is drawn, without texts that an image does not show. */
const contentOf = (drawn: string): string =>
  drawn
    .replace(/^<svg[^>]*>|<\/svg>$/g, '')
    .replace(/<(title|desc|style)>.*?<\/\1>/gs, '')
    .replace(/<rect class="canvas"[^>]*>/, '')
    .replace(/ data-[a-z]+="[^"]*"/g, '')

/** The sums of all sheets: a row of a table for each program. */
export const totals = (sheets: readonly (readonly PictureFigures[])[]): string[] =>
  (sheets[0] ?? []).map(({ program }, at) => {
    const all = sheets.map((sheet) => sheet[at] as PictureFigures)
    const sum = (value: (one: PictureFigures) => number) =>
      all.reduce((total, one) => total + value(one), 0)
    const bends = sum((one) => one.bends ?? Number.NaN) / sum(({ connections }) => connections)
    const names = all.map(({ name }) => name).sort((a, b) => a - b)
    const cells = [
      program,
      sum(({ crossings }) => crossings),
      sum(({ throughBoxes }) => throughBoxes),
      Number.isNaN(bends) ? 'curves' : bends.toFixed(2),
      names[names.length >> 1],
      (sum(({ width, height }) => width * height) / 1e6).toFixed(1),
    ]
    return `|${cells.join('|')}|`
  })
