/** Reads and adds comments. */

import { createOnce } from '../answers/lost-answer.ts'
import type { Client } from '../client/client.ts'
import { readWhole } from '../client/read-list.ts'
import type { Comment } from '../resources/comments.ts'
import type { CommentTarget } from './comment-target.ts'

/** Comments on a target or on the whole script; filters again for services that do not. */
export async function readComments(
  client: Client,
  id: string,
  target?: CommentTarget,
): Promise<Comment[]> {
  const query = target === undefined ? {} : { targetType: target.kind, targetId: target.id }
  const { items } = await readWhole(
    (next) => client.comments.list({ params: { id }, query, next }),
    'The list of comments',
  )
  return items.filter(
    ({ targetType, targetId }) =>
      target === undefined || (targetType === target.kind && targetId === target.id),
  )
}

/** Adds a comment once: a lost answer does not create a second one. */
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
  const create = async () => {
    const { item } = await client.comments.create({ params: { id }, body })
    return {
      ...item,
      content: item.content ?? content,
      targetType: item.targetType ?? body.targetType,
    }
  }
  return (await createOnce(alike, create)).made
}
