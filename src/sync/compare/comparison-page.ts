/** Prepares the page of a comparison: the pictures, and a list of changes with the part of the picture that each is about. */
import { type Change, describeChange, describeField, type FieldChange } from '../../diff/index.ts'
import type { ComparisonPage, ListedChange } from '../../render/page/index.ts'
import type { ComparisonPictures } from './difference.ts'

export function comparisonPageOf(
  drawn: ComparisonPictures,
  metadata: readonly FieldChange[],
): ComparisonPage {
  const fields = metadata.map(
    (field): ListedChange => ({ change: 'changed', text: describeField(field), details: [] }),
  )
  return {
    pictures: drawn.pictures,
    changes: [...drawn.changes.map((change) => listed(change, drawn)), ...fields],
    note: leftOutNote(drawn),
  }
}

const leftOutNote = ({ leftOut }: ComparisonPictures): string | undefined =>
  leftOut === 0
    ? undefined
    : `${leftOut} unchanged ${leftOut === 1 ? 'node is' : 'nodes are'} not shown.`

function listed(change: Change, { pictures }: ComparisonPictures): ListedChange {
  const { what, id, was, fields } = change
  const details = [
    ...(was === undefined ? [] : [`id ${was} → ${id}`]),
    ...fields.map(describeField),
  ]
  const common = { change: change.change, text: describeChange(change), details }
  const all = [pictures.before, pictures.both, pictures.after]
  if (what === 'scenario') {
    const isDrawn = all.some(({ scenarios }) => scenarios.some((one) => one.id === id))
    return { ...common, target: isDrawn ? { kind: 'scenario', id } : undefined }
  }
  const kind = what === 'connection' ? 'edge' : 'node'
  const isDrawn = all.some(({ nodes, edges }) => {
    if (kind === 'edge') return edges.some((one) => one.id === id)
    return nodes.some(({ key }) => key === id)
  })
  return { ...common, target: isDrawn ? { kind, id } : undefined }
}
