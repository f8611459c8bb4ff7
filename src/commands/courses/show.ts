import { string } from '@oclif/core/args'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { courseText } from '../../cli/course.ts'
import { itemIn } from '../../project/lenient.ts'
import { offered } from '../../project/offered.ts'

export default class CoursesShow extends TopoCommand<typeof CoursesShow> {
  static override summary = 'Show a course with its lessons, which are scripts.'
  static override examples = [
    '<%= config.bin %> courses show first-steps',
    '<%= config.bin %> courses show first-steps --json --fields title,lessons',
  ]
  static override fields = ['*']
  static override args = {
    course: string({ required: true, ignoreStdin: true, description: 'Slug of the course.' }),
  }

  protected override async act(): Promise<Answer> {
    const slug = this.arguments.course
    const { client } = await this.service()
    const course = itemIn(
      await offered(`course "${slug}"`, () => client.learning.course({ params: { slug } })),
    )
    return { data: course, text: (out) => courseText(out, course) }
  }
}
