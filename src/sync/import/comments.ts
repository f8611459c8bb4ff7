/** Saves comments beside a script in `<slug>.comments.json` on export, and restores them on import. */

import path from 'node:path'
import * as z from 'zod/mini'
import { addComment, readComments } from '../../api/calls/comments.ts'
import type { Client } from '../../api/client/client.ts'
import type { Comment } from '../../api/resources/comments.ts'
import { KnownError } from '../../errors.ts'
import { decodeText } from '../../files/decode.ts'
import { boundaryOf, isInside } from '../../files/path-containment.ts'
import { readFileWithin } from '../../limits/files.ts'
import { overLimit } from '../../limits/limits.ts'
import type { LocalScript } from '../../project/script/load.ts'
import { fileSlugOf } from '../../project/script/metadata.ts'
import { placedIssue } from '../../text/issue-in-words.ts'
import { tryParseJson } from '../../text/parse-json.ts'

const savedComment = z.object({
  author: z.nullable(z.string()),
  createdAt: z.nullable(z.string()),
  targetType: z.enum(['script', 'node', 'edge']),
  targetId: z.nullable(z.string()),
  content: z.string().check(z.minLength(1)),
})
/** `author` is a user name. */
export type SavedComment = z.output<typeof savedComment>

const commentsFile = z.object({ comments: z.array(savedComment) })

export const commentsFileOf = (script: string): string =>
  path.join(path.dirname(script), `${fileSlugOf(script)}.comments.json`)

export function commentsText(comments: readonly Comment[]): string {
  const kept = comments.map(({ author, createdAt, targetType, targetId, content }) => ({
    author: author?.username ?? null,
    createdAt: createdAt ?? null,
    targetType,
    targetId: targetId ?? null,
    content,
  }))
  return `${JSON.stringify({ comments: kept }, null, 2)}\n`
}

/** Returns no comments for a script without a file. */
export async function readCommentsFile(
  { file }: LocalScript,
  root: string,
  where: string | null,
): Promise<{ comments: SavedComment[] } | { message: string; fix: string }> {
  if (where === null) return { comments: [] }
  const beside = commentsFileOf(file)
  const name = path.basename(beside)
  if (!isInside(boundaryOf(root, file), beside)) {
    const message = `${name} is a link that points outside the project.`
    return { message, fix: 'Replace the link with a copy.' }
  }
  const bytes = await readFileWithin('comments', beside).catch((error: unknown) => {
    if (error instanceof KnownError) return null
    return undefined
  })
  if (bytes === null) return overLimit('comments', name)
  if (bytes === undefined) return { comments: [] }
  const decoded = decodeText(bytes, name)
  if (decoded.text === undefined) return decoded
  const result = commentsFile.safeParse(tryParseJson(decoded.text))
  if (result.success) return result.data
  const what = placedIssue(result.error.issues[0], 'the file')
  return { message: `${name} is not a file of comments: ${what}.`, fix: 'Fix it, or remove it.' }
}

/** Adds the comments that are missing on the service, each once, as the owner of the key. */
export async function restoreComments(
  client: Client,
  id: string,
  comments: readonly SavedComment[],
): Promise<void> {
  const remote = (await readComments(client, id)).map(commentKey)
  for (const comment of comments) {
    const known = remote.indexOf(commentKey(comment))
    if (known >= 0) remote.splice(known, 1)
    else {
      const { targetType: kind, targetId, content } = comment
      await addComment(
        client,
        id,
        content,
        kind === 'script' ? undefined : { kind, id: targetId ?? '' },
      )
    }
  }
}

const commentKey = ({
  targetType,
  targetId,
  content,
}: Pick<Comment, 'targetType' | 'targetId' | 'content'>) =>
  JSON.stringify([targetType, targetType === 'script' ? null : (targetId ?? null), content])
