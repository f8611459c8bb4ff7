/** What is said about a script on the service: read, and said once. */
import type { Client } from '../client.ts'
import { createOnce } from '../lost-answer.ts'
import type { Comment } from '../resources/comments.ts'
import type { CommentTarget } from './comment-target.ts'

/** Comments on a target, or all of a script; a service that does not filter is helped. */
export async function readComments(client: Client, id: string, target?: CommentTarget): Promise<Comment[]> {
  const query = target === undefined ? {} : { targetType: target.kind, targetId: target.id }
  const { items } = await client.comments.list({ params: { id }, query })
  return items.filter(
    ({ targetType, targetId }) =>
      target === undefined || (targetType === target.kind && targetId === target.id),
  )
}

/** Sent once: an answer that was lost makes no second comment. */
export async function addComment(
  client: Client,
  id: string,
  content: string,
  target?: CommentTarget,
): Promise<Comment> {
  const body =
    target === undefined
      ? { content, targetType: 'script' as const }
      : { content, targetType: target.kind, targetId: target.id }
  const alike = async () =>
    (await readComments(client, id, target)).filter(
      (comment) => comment.content === content && comment.targetType === body.targetType,
    )
  const create = async () => (await client.comments.create({ params: { id }, body })).item
  return (await createOnce(alike, create)).made
}
