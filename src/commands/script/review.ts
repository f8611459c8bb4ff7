import { boolean, string } from '@oclif/core/flags'
import { argument } from '../../cli/command/arguments.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { reviewFields, reviewResult } from '../../cli/render/review.ts'
import { assertDraftsName } from '../../project/review/drafts.ts'

export default defineCommand({
  summary: 'Show what a branch changes in the diagrams, in words and pictures.',
  description:
    'Compares local files with the merge base of this branch and BASE, and validates those that changed; an error is exit code 1. Needs no key and sends nothing, except with --drafts. With --output, writes the pictures before and after to a folder, a page for each diagram that compares both, and an index.',
  examples: [
    'topo script review main',
    'topo script review main --output review',
    'topo script review main --drafts pr-7',
    'topo script review main --json --fields path,words',
  ],
  fields: reviewFields,
  args: { base: argument('Branch, tag or commit.') },
  flags: {
    output: string({ char: 'o', helpValue: 'FOLDER', summary: 'Write pictures and pages to this folder.' }),
    drafts: string({
      helpValue: 'NAME',
      summary: 'Also create private drafts NAME-<slug> on the service, with share URLs.',
      description:
        'Needs a key. Each new draft counts against the quota draftsPerDay. "topo script delete --drafts NAME" deletes them.',
    }),
    'gitlab-note': boolean({
      summary: 'In a job of GitLab, also keep the review as a note on the merge request.',
      description:
        'Needs an access token of the project in TOPO_GITLAB_TOKEN (role Reporter, scope api). The next review updates the note.',
    }),
    force: boolean({ dependsOn: ['output'], summary: 'Write even if the folder is not empty.' }),
  },
  run: async (context) => {
    const { flags, openService, openProject, args } = context
    const { drafts } = flags
    if (drafts !== undefined) assertDraftsName(drafts)
    const host = drafts === undefined ? undefined : { name: drafts, ...(await openService()) }
    return reviewResult(await openProject(), args.base, flags, context, host)
  },
})
