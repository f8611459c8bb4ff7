/** Text of a course: title, description, and a line for each lesson. */
import { isRecord, type UntypedRecord } from '../../api/envelope.ts'
import { getText } from '../../api/untyped.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import type { Channel } from '../io/channel.ts'
import { untypedRecord, untypedTable } from './untyped-table.ts'

/** In a pipe only the lessons: position, title and slug. */
export function courseText(out: Channel, course: UntypedRecord): string {
  const listed = Array.isArray(course.lessons) ? course.lessons : []
  const lessons = listed.filter(isRecord).map((lesson) => ({
    ...lesson,
    slug: getText((lesson.script ?? lesson) as UntypedRecord, 'slug', 'id'),
  }))
  if (lessons.length === 0) return untypedRecord(out, course)
  const list = untypedTable(
    out,
    [
      ['#', 'position', 'order'],
      ['LESSON', 'title', 'name'],
      ['SCRIPT', 'slug'],
    ],
    lessons,
  )
  if (!out.isTerminal) return list
  const head = [getText(course, 'title', 'name', 'slug') ?? '', getText(course, 'description') ?? ''].map(
    forTerminal,
  )
  return [out.style('bold', head[0] ?? ''), ...head.slice(1).filter(Boolean), '', list].join('\n')
}
