/** Reads the text of a comment, and lists comments. */
import type { Comment } from '../../api/resources/comments.ts'
import type { Channel } from '../../cli/io/channel.ts'
import { formatTime } from '../../cli/io/format-time.ts'
import { readStdinText } from '../../cli/io/process/stdin.ts'
import { records } from '../../cli/io/table.ts'
import { usageError } from '../../errors.ts'
import { forTerminal, forTerminalLines } from '../../text/safe/for-terminal.ts'
import { wrapText } from '../../text/wrap.ts'

/**
 * The typed text, or standard input for `-`.
 * @throws usage error for an empty comment, or one that is not UTF-8.
 */
export async function commentText(given: string): Promise<string> {
  const text = given === '-' ? (await readStdinText('The comment')).trimEnd() : given
  if (text.trim() !== '') return text
  throw usageError('The comment is empty.', {
    hint: 'Give the text in quotes, or - to read it from standard input.',
  })
}

/** On a terminal a paragraph for each comment; in a pipe a record. */
export function commentList(out: Channel, comments: readonly Comment[]): string {
  if (out.isTerminal) return comments.map((comment) => paragraph(out, comment)).join('\n\n')
  const rows = comments.map(({ id, author, userId, createdAt, targetType, targetId, content }) => [
    id,
    author?.username ?? userId,
    createdAt,
    targetType,
    targetId,
    content,
  ])
  return records(out, ['ID', 'AUTHOR', 'TIME', 'ON', 'TARGET', 'TEXT'], rows)
}

function paragraph(
  out: Channel,
  { id, author, userId, createdAt, targetType, targetId, content }: Comment,
) {
  const head = [
    out.style('bold', forTerminal(author?.username ?? userId ?? 'somebody')),
    forTerminal(formatTime(out, createdAt)),
    ...(targetType === undefined || targetType === 'script'
      ? []
      : [`on ${forTerminal(`${targetType} ${targetId ?? ''}`)}`]),
    out.style('dim', forTerminal(id)),
  ]
  const body = forTerminalLines((content ?? '').trimEnd()).replace(/^/gm, '  ')
  return wrapText(`${head.filter(Boolean).join('  ')}\n${body}`, out.width)
}
