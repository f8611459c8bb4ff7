/** `--node` and `--edge`: the target of a comment, checked against the diagram. */
import type { Interfaces } from '@oclif/core'
import { string } from '@oclif/core/flags'
import type { CommentTarget, TargetCheck } from '../../api/calls/comment-target.ts'
import type { Script } from '../../api/resources/scripts.ts'
import type { Terminal } from '../../cli/io/terminal.ts'
import { usageError } from '../../errors.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'

export const targetFlags = {
  node: string({ exclusive: ['edge'], helpValue: 'ID', summary: 'A node or group of the script.' }),
  edge: string({
    helpValue: 'ID',
    summary: 'A connection of the script, as "from->to" in quotes.',
  }),
}

/** Undefined for the script as a whole. */
export function targetFrom({
  node,
  edge,
}: Interfaces.InferredFlags<typeof targetFlags>): CommentTarget | undefined {
  if (node !== undefined) return { kind: 'node', id: node }
  return edge === undefined ? undefined : { kind: 'edge', id: edge }
}

/**
 * If the target cannot be checked, prints a note.
 * @throws usage error if the diagram has no such target.
 */
export async function requireTarget(
  terminal: Terminal,
  script: Script,
  target: CommentTarget,
): Promise<void> {
  const { checkTarget } = await import('../../api/calls/comment-target.ts')
  const verdict = await checkTarget(script, target)
  const { kind, id } = target
  if (verdict.known === undefined) {
    terminal.note(`the ${kind} "${forTerminal(id)}" was not checked: ${verdict.why}`)
  } else if (!verdict.known) {
    throw usageError(`${forTerminal(script.slug)} has no ${kind} "${forTerminal(id)}".`, {
      hint: suggestion(target, verdict),
      details: { kind, id, near: verdict.near ?? null },
    })
  }
}

const maxIds = 8

function suggestion(
  { kind, id }: CommentTarget,
  { near, ids }: Extract<TargetCheck, { known: false }>,
): string {
  if (near !== undefined) {
    const flag = near.kind === kind ? '' : `--${near.kind} `
    // The shell took an unquoted ">" as a redirection to a file.
    const quote =
      near.kind === 'edge' && !id.includes('>') ? ' Put it in quotes because of the ">".' : ''
    return `Did you mean ${flag}"${forTerminal(near.id)}"?${quote}`
  }
  if (ids.length === 0) return `It has no ${kind}s.`
  const more = ids.length > maxIds ? ', …' : ''
  return `It has ${ids
    .slice(0, maxIds)
    .map((one) => forTerminal(one))
    .join(', ')}${more}.`
}
