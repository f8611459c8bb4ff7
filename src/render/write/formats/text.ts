/** Writes a picture as text for terminals and screen readers: nesting, connections and scenarios. */
import { escapeCiCommands } from '../../../text/ci-commands.ts'
import { groupedBy } from '../../picture/grouped.ts'
import type { Picture, PictureEdge, PictureNode } from '../../picture/picture.ts'
import { labelsOf, sentencesOf } from '../../picture/step-sentences.ts'
import type { PictureFormat } from './format.ts'
import { description } from './svg.ts'

export const text = {
  name: 'text',
  extension: 'txt',
  write: (picture) =>
    `${[picture.title, description(picture, 0), '', ...tree(picture), ...scenarios(picture)].map(escapeCiCommands).join('\n')}\n`,
} satisfies PictureFormat

function tree({ nodes, edges }: Picture): string[] {
  const labels = labelsOf(nodes)
  const inside = groupedBy(nodes, ({ parent }) => parent)
  const out = groupedBy(edges, ({ from }) => from)
  const write = (parent: string | null, indent: string): string[] =>
    (inside.get(parent) ?? []).flatMap((node) => [
      `${indent}${nodeLine(node)}`,
      ...(out.get(node.key) ?? []).map((edge) => `${indent}  → ${edgeLine(edge, labels)}`),
      ...write(node.key, `${indent}  `),
    ])
  return write(null, '')
}

function nodeLine({ label, id, kind, isFrame, state, replicas, note, external, mark }: PictureNode): string {
  const parts = [
    isFrame || kind !== 'process' ? kind : null,
    state === 'running' ? null : state,
    replicas !== null && replicas > 1 ? `${replicas} replicas` : null,
    note === 'external' ? null : note,
    external ? 'external' : null,
    mark,
  ].filter((part) => part !== null)
  const name = id === label || id === '' ? label : `${label} (${id})`
  return parts.length === 0 ? name : `${name}, ${parts.join(', ')}`
}

function edgeLine(
  { to, label, type, protocol, port, mark }: PictureEdge,
  labels: ReadonlyMap<string, string>,
): string {
  const how = [label, type, protocol, port === null ? null : `port ${port}`, mark].filter(
    (part) => part !== null,
  )
  return [labels.get(to) ?? to, ...how].join(', ')
}

function scenarios({ nodes, scenarios }: Picture): string[] {
  const labels = labelsOf(nodes)
  return scenarios.flatMap(({ title, description, frames }) => [
    '',
    `Scenario: ${title}${description === null ? '' : ` – ${description}`}`,
    ...frames.flatMap((frame) => sentencesOf(frame, labels)).map((line, i) => `  ${i + 1}. ${line}`),
  ])
}
