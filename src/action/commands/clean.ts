/** `clean`: deletes the drafts that `review` created for a pull request. */
import { deleteDrafts } from '../../review/drafts.ts'
import { type Context, draftsName } from '../step/context.ts'
import { emptyResult, type StepResult } from '../step/result.ts'

export async function cleanCommand(context: Context): Promise<StepResult> {
  if (!context.inputs.drafts) {
    context.terminal.out.line(
      'Nothing to delete: without the input `drafts`, no drafts are created.',
    )
    return { ...emptyResult(), headline: 'no drafts' }
  }
  const name = draftsName(context)
  const { client } = await context.service()
  const slugs = context.inputs.dryRun ? [] : await deleteDrafts(client, name, context.unanswered)
  const reason = `draft of ${name}`
  return {
    ...emptyResult(),
    headline: 'no drafts',
    scripts: slugs.map((slug) => ({
      path: null,
      slug,
      status: 'deleted',
      reason,
      url: null,
    })),
  }
}
