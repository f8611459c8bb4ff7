import { orUnsupportedThing } from '../../api/unsupported.ts'
import { getItem } from '../../api/untyped.ts'
import { argument } from '../../cli/command/arguments.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { courseText } from '../../cli/views/course.ts'

export default defineCommand({
  summary: 'Show a course and its lessons.',
  examples: ['topo courses show first-steps', 'topo courses show first-steps --json --fields title,lessons'],
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
