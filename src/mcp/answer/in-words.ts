/** Answers of `query_architecture` as text: a line for each item takes half the characters of JSON. */
import type { Answer, DrawnThing } from '../../query/answer.ts'

type Item = Answer['items'][number]

export function itemInWords(item: Item): string {
  if ('steps' in item) {
    const steps = item.steps.map(({ to, path, line }) => ` → ${to} (${path}:${line})`)
    return (item.ids[0] ?? '') + steps.join('') + leftOut(item)
  }
  if (!('via' in item)) return drawnInWords(item)
  const { distance, via, diagrams } = item
  return `${named(item)}, distance ${distance} through ${via}: ${diagrams.join(', ')}${leftOut(item)}`
}

const named = ({ id, label }: Pick<DrawnThing, 'id' | 'label'>): string =>
  label === null ? id : `${id} "${label}"`

function drawnInWords(item: DrawnThing): string {
  const { kind, group, path, line, callers, callees, distance } = item
  const parts = [
    `${named(item)} (${kind}) at ${path}:${line}`,
    ...(distance === undefined ? [] : [`distance ${distance}`]),
    ...(group === null ? [] : [`in ${group}`]),
    ...(callers.length === 0 ? [] : [`callers ${callers.join(', ')}`]),
    ...(callees.length === 0 ? [] : [`callees ${callees.join(', ')}`]),
  ]
  return parts.join('; ') + leftOut(item)
}

/** Counts of `boundedItems`. */
function leftOut(item: object): string {
  const counts = Object.entries(item).filter(([key]) => key.endsWith('LeftOut'))
  const words = counts.map(([key, count]) => `${count} more ${key.replace('LeftOut', '')}`)
  return words.length === 0 ? '' : ` (${words.join(', ')})`
}

export function joinInWords(join: object): string {
  const { id, labels } = join as Answer['joins'][number]
  const meanings = labels.map(({ label, path }) => `"${label}" in ${path}`)
  return `The answer joins diagrams at "${id}", which is ${meanings.join(', but ')}: perhaps two things.`
}
