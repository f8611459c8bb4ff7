/** Makes links that open the line of a node or a connection in an editor. */

import type { SourceOf, Subject } from '../../render/player/index.ts'
import type { Sheet } from '../sheet.ts'

export function sourceLinks({ picture, sources }: NonNullable<Sheet['drawing']>): SourceOf {
  if (!sources) return () => undefined
  const places = {
    node: new Map(picture.nodes.map(({ key }, i) => [key, sources.nodes[i]])),
    edge: new Map(picture.edges.map(({ id }, i) => [id, sources.edges[i]])),
  }
  return ({ type, id }) => {
    const place = places[type].get(id)
    const source = place && sources.files[place[0]]
    if (!source) return undefined
    const [, line, column] = place
    return {
      text: `${source.path}:${line}`,
      href: sources.editor && hrefOf(sources.editor, source.file, line, column),
    }
  }
}

/** The node or connection that a line is about: of this line, else the one whose statement may still go on here. */
export function subjectAt(
  { picture, sources }: NonNullable<Sheet['drawing']>,
  file: string,
  line: number,
): Subject | undefined {
  const at = sources?.files.findIndex((source) => source.file === file) ?? -1
  if (!sources || at < 0) return undefined
  const placed = [
    ...picture.nodes.map(({ key }, i) => ({
      type: 'node' as const,
      id: key,
      place: sources.nodes[i],
    })),
    ...picture.edges.map(({ id }, i) => ({
      type: 'edge' as const,
      id,
      place: sources.edges[i],
    })),
  ].flatMap(({ place, ...subject }) =>
    place?.[0] === at && place[1] <= line ? { subject, line: place[1] } : [],
  )
  const nearest = Math.max(...placed.map((one) => one.line))
  return line - nearest < MOST_LINES
    ? placed.find((one) => one.line === nearest)?.subject
    : undefined
}

/** Lines of a statement that creates one node, at most. */
const MOST_LINES = 8

/** A path with a slash before it in the address needs none at its start. */
function hrefOf(address: string, file: string, line: number, column: number): string {
  const path = file
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/^([A-Za-z])%3A/, '$1:')
  return address
    .replace(/\/\{file\}/g, () => (path.startsWith('/') ? path : `/${path}`))
    .replace(/\{file\}/g, () => path)
    .replace(/\{line\}/g, String(line))
    .replace(/\{column\}/g, String(column))
}
