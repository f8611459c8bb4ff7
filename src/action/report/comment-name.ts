/** Names a step's comment, so that no step overwrites or deletes that of another one. */
import { createHash } from 'node:crypto'
import type { Inputs } from '../step/inputs.ts'

/**
 * The given name, or one of what the step works on: command, folder, shard and paths. A hidden marker in the comment has it, so
 * it is escaped.
 */
export function commentNameOf({
  comment,
  command,
  workingDirectory,
  shard,
  paths,
}: Inputs): string {
  if (typeof comment === 'string') return comment
  const parts = [
    command,
    workingDirectory === '.' ? undefined : workingDirectory,
    shard && `${shard.index}/${shard.of}`,
    paths.length === 0 ? undefined : shortHash(paths.join('\n')),
  ]
  const name = parts
    .flatMap((part) => part ?? [])
    .map((part) => encodeURIComponent(part))
    .join(' ')
  return name.length <= LONGEST_NAME ? name : `${command} ${shortHash(name)}`
}

/** Such a name in a file of a fork. */
export const COMMENT_NAME = /^[\w.!~*'()% -]{1,200}$/
const LONGEST_NAME = 200

const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 12)
