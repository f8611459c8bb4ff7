import { string as stringArgument } from '@oclif/core/args'
import { boolean, string } from '@oclif/core/flags'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { reviewAnswer, reviewFields } from '../../cli/render/review.ts'
import { assertDraftsName } from '../../project/review/drafts.ts'

export default class ScriptReview extends TopoCommand<typeof ScriptReview> {
  static override summary =
    'Show what a branch changes in the diagrams: in words, and drawn before and after.'
  static override description =
    'Compared is what lies here with where this branch left a commit of git. No key is needed and nothing is sent, unless --drafts says so. With --output the pictures are written to a folder, with a page that shows them side by side.'
  static override examples = [
    '<%= config.bin %> script review main',
    '<%= config.bin %> script review main --output review',
    '<%= config.bin %> script review main --drafts pr-7',
    '<%= config.bin %> script review main --json --fields path,words',
  ]
  static override fields = reviewFields
  static override args = {
    base: stringArgument({ required: true, ignoreStdin: true, description: 'Branch, tag or commit.' }),
  }
  static override flags = {
    output: string({ char: 'o', helpValue: 'FOLDER', summary: 'Where pictures and page are written.' }),
    drafts: string({
      helpValue: 'NAME',
      summary: 'Also show them on the service, as private drafts NAME-<slug> with share addresses.',
      description:
        'Needs a key. Each new draft counts against the quota draftsPerDay. "topo script delete --drafts NAME" deletes them.',
    }),
    force: boolean({ dependsOn: ['output'], summary: 'Also into a folder that is not empty.' }),
  }

  protected override async execute(): Promise<CommandResult> {
    const { drafts } = this.flags
    if (drafts !== undefined) assertDraftsName(drafts)
    const host = drafts === undefined ? undefined : { name: drafts, ...(await this.service()) }
    return reviewAnswer(await this.project(), this.arguments.base, this.flags, host)
  }
}
