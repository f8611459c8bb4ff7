/** Writes a picture as text for terminals and screen readers: nesting, connections and scenarios. */

import { groupedBy } from '../../../grouped.ts'
import { escapeCiCommands } from '../../../text/safe/ci-commands.ts'
import { joined } from '../../../text/words.ts'
import type { Picture, PictureEdge, PictureNode } from '../../picture/picture.ts'
import { labelsOf, sentencesOf } from '../../picture/step-sentences.ts'
import { howOf, nameWithId, timesOf } from '../../picture/texts.ts'
import type { PictureFormat } from './format.ts'
import { description as describePicture } from './svg.ts'

export const text = {
  name: 'text',
  extension: 'txt',
  write: (picture) => {
    const lines = [
      picture.title,
      describePicture(picture, 0),
      '',
      ...tree(picture),
      ...scenarioLines(picture),
    ]
    return `${lines.map(escapeCiCommands).join('\n')}\n`
  },
} satisfies PictureFormat

function tree({ nodes, edges }: Picture): string[] {
  const labels = labelsOf(nodes)
  const inside = groupedBy(nodes, ({ parent }) => parent)
  const out = groupedBy(edges, ({ from }) => from)
  const write = (parent: string | null, indent: string): string[] =>
    (inside.get(parent) ?? []).flatMap((node) => [
      ...nodeLines(node, indent),
      ...(out.get(node.key) ?? []).map((edge) => `${indent}  → ${edgeLine(edge, labels)}`),
      ...write(node.key, `${indent}  `),
    ])
  return write(null, '')
}

/** The label of a node that is no group has a line for each of its lines; the first one tells the rest. */
function nodeLines(node: PictureNode, indent: string): string[] {
  const [label = node.label, ...more] = node.isFrame ? [] : (node.labelLines ?? [])
  return [`${indent}${nodeLine({ ...node, label })}`, ...more.map((line) => `${indent}  ${line}`)]
}

function nodeLine(node: PictureNode): string {
  const { kind, isFrame, state, replicas, note, external, about, description, mark } = node
  return joined(
    ', ',
    nameWithId(node),
    (isFrame || kind !== 'process') && kind,
    state !== 'running' && state,
    timesOf(node) && `${replicas} replicas`,
    note !== 'external' && note,
    external && 'external',
    about && description,
    mark,
  )
}

const edgeLine = (edge: PictureEdge, labels: ReadonlyMap<string, string>): string =>
  joined(', ', labels.get(edge.to) ?? edge.to, edge.label, ...howOf(edge), edge.mark)

function scenarioLines({ nodes, scenarios }: Picture): string[] {
  const labels = labelsOf(nodes)
  return scenarios.flatMap(({ title, description, frames }) => [
    '',
    `Scenario: ${title}${description === null ? '' : ` – ${description}`}`,
    ...frames
      .flatMap((frame) => sentencesOf(frame, labels))
      .map((line, i) => `  ${i + 1}. ${line}`),
  ])
}
