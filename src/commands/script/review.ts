import { string as stringArgument } from '@oclif/core/args'
import { boolean, string } from '@oclif/core/flags'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { reviewAnswer, reviewFields } from '../../cli/render/review.ts'
import { assertDraftsName } from '../../project/review/drafts.ts'

export default class ScriptReview extends TopoCommand<typeof ScriptReview> {
  static override summary = 'Show what a branch changes in the diagrams, in words and pictures.'
  static override description =
    'Compares local files with the merge base of this branch and BASE. Needs no key and sends nothing, except with --drafts. With --output, writes the pictures before and after to a folder, with a page that shows them side by side.'
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
    output: string({ char: 'o', helpValue: 'FOLDER', summary: 'Write pictures and page to this folder.' }),
    drafts: string({
      helpValue: 'NAME',
      summary: 'Also create private drafts NAME-<slug> on the service, with share URLs.',
      description:
        'Needs a key. Each new draft counts against the quota draftsPerDay. "topo script delete --drafts NAME" deletes them.',
    }),
    force: boolean({ dependsOn: ['output'], summary: 'Write even if the folder is not empty.' }),
  }

  protected override async execute(): Promise<CommandResult> {
    const { drafts } = this.flags
    if (drafts !== undefined) assertDraftsName(drafts)
    const host = drafts === undefined ? undefined : { name: drafts, ...(await this.service()) }
    return reviewAnswer(await this.project(), this.arguments.base, this.flags, host)
  }
}
