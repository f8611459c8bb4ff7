/** Removes secrets from a drawing, and lists them: a script goes to a service, and often to the public. */

import type { Drawing, LeftOut } from './drawing.ts'
import { validId } from './ids.ts'
import { withoutSecretValues } from './secrets.ts'

/** Its texts have no secrets; its ids may, until `uniqueIds` replaces them. */
export interface RedactedDrawing extends Drawing {
  readonly isRedacted: true
}

/** Ids of the source stay, because `uniqueIds` needs them; it removes secrets itself. */
const IDS = new Set(['id', 'from', 'to', 'group', 'parent'])

/** The same drawing, whatever its author typed into a label. */
export function redacted(drawing: Drawing): RedactedDrawing {
  const { name, title, leftOut, ...things } = drawing
  const head = withoutSecretsIn({ name, title })
  const body = withoutSecretsIn(things)
  return {
    ...head,
    ...body,
    leftOut: [...withoutSecretsIn(leftOut), ...credentialsIn(drawing)],
    isRedacted: true,
  }
}

function credentialsIn({ name, title, groups, nodes, connections, scenarios }: Drawing): LeftOut[] {
  const places = [
    { value: [name, title], line: 1, where: 'the title' },
    ...groups.map((value) => ({ value, line: 1, where: `the group ${validId(value.id)}` })),
    ...nodes.map((value) => ({ value, line: value.line, where: validId(value.id) })),
    ...connections.map((value) => ({
      value,
      line: value.line,
      where: `the connection from ${validId(value.from)} to ${validId(value.to)}`,
    })),
    ...scenarios.map((value) => ({ value, line: 1, where: 'a scenario' })),
  ]
  return places
    .filter(({ value }) => JSON.stringify(withoutSecretsIn(value)) !== JSON.stringify(value))
    .map(({ line, where }) => ({ line, what: `credential in ${where}` }))
}

function withoutSecretsIn<Value>(value: Value): Value {
  if (typeof value === 'string') return withoutSecretValues(value) as Value
  if (Array.isArray(value)) return value.map(withoutSecretsIn) as Value
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).map(([key, one]) => [
    key,
    IDS.has(key) ? one : withoutSecretsIn(one),
  ])
  return Object.fromEntries(pairs) as Value
}
