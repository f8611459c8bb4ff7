import { orUnsupportedThing } from '../../api/answers/unsupported.ts'
import { getItem, getText } from '../../api/client/untyped.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { argument } from '../../cli/command/flags/arguments.ts'
import { untypedRecord, untypedTable } from '../../cli/command/untyped-table.ts'
import type { Channel } from '../../cli/io/channel.ts'
import { isRecord, type UntypedRecord } from '../../text/parse-json.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'

export default defineCommand({
  summary: 'Show a course and its lessons.',
  examples: [
    'topo courses show first-steps',
    'topo courses show first-steps --json --fields title,lessons',
  ],
  fields: ['*'],
  args: { course: argument('Slug of the course.') },
  run: async ({ args, openService }) => {
    const slug = args.course
    const { client } = await openService()
    const course = getItem(
      await orUnsupportedThing('courses', () => client.learning.course({ params: { slug } })),
    )
    return { data: course, text: (out) => courseText(out, course) }
  },
})

/** In a pipe only the lessons: position, title and slug. */
function courseText(out: Channel, course: UntypedRecord): string {
  const listed = Array.isArray(course.lessons) ? course.lessons : []
  const lessons = listed.filter(isRecord).map((lesson) => ({
    ...lesson,
    slug: getText((lesson.script ?? lesson) as UntypedRecord, 'slug', 'id'),
  }))
  if (lessons.length === 0) return untypedRecord(out, course)
  const columns = [
    ['#', 'position', 'order'],
    ['LESSON', 'title', 'name'],
    ['SCRIPT', 'slug'],
  ] as const
  const list = untypedTable(out, columns, lessons)
  if (!out.isTerminal) return list
  const title = forTerminal(getText(course, 'title', 'name', 'slug') ?? '')
  const about = forTerminal(getText(course, 'description') ?? '')
  const head = about ? `${out.style('bold', title)}\n${about}` : out.style('bold', title)
  return `${head}\n\n${list}`
}
