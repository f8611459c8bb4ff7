/** A course for people: what it is about, and a line per lesson. */
import { itemsIn, type Loose, textIn } from '../../api/untyped.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import type { Channel } from '../io/channel.ts'
import { looseRecord, looseTable } from './untyped-table.ts'

/** In a pipe the lessons alone: position, title and slug. */
export function courseText(out: Channel, course: Loose): string {
  const lessons = itemsIn({ items: course.lessons }).items.map((lesson) => ({
    ...lesson,
    slug: textIn((lesson.script ?? lesson) as Loose, 'slug', 'id'),
  }))
  if (lessons.length === 0) return looseRecord(out, course)
  const list = looseTable(
    out,
    [
      ['', 'position', 'order'],
      ['LESSON', 'title', 'name'],
      ['SCRIPT', 'slug'],
    ],
    lessons,
  )
  if (!out.isTerminal) return list
  const head = [textIn(course, 'title', 'name', 'slug') ?? '', textIn(course, 'description') ?? ''].map(
    forTerminal,
  )
  return [out.style('bold', head[0] ?? ''), ...head.slice(1).filter(Boolean), '', list].join('\n')
}
