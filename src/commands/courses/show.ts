import { string } from '@oclif/core/args'
import { orUnsupported } from '../../api/unsupported.ts'
import { getItem } from '../../api/untyped.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { courseText } from '../../cli/views/course.ts'

export default class CoursesShow extends TopoCommand<typeof CoursesShow> {
  static override summary = 'Show a course and its lessons.'
  static override examples = [
    '<%= config.bin %> courses show first-steps',
    '<%= config.bin %> courses show first-steps --json --fields title,lessons',
  ]
  static override fields = ['*']
  static override args = {
    course: string({ required: true, ignoreStdin: true, description: 'Slug of the course.' }),
  }

  protected override async execute(): Promise<CommandResult> {
    const slug = this.arguments.course
    const { client } = await this.service()
    const course = getItem(
      await orUnsupported(`course "${slug}"`, () => client.learning.course({ params: { slug } })),
    )
    return { data: course, text: (out) => courseText(out, course) }
  }
}
