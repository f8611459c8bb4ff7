/** `topo validate --remote`: confirms first, because it costs drafts, and always deletes its drafts. */
import { isUnlimited, leftOf } from '../../../api/resources/quota.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import { untilDraftsDeleted } from '../../../cli/service/drafts.ts'
import type { Service } from '../../../cli/service/service.ts'
import { ExitCode, KnownError } from '../../../errors.ts'
import type { CheckedScript } from '../../../project/check/check.ts'
import { canCheckRemotely, compareWithService } from '../../../sync/remote/check-on-service.ts'
import { readAccount } from '../../../sync/remote/read-account.ts'

/**
 * @param confirm prompts a person; on no, nothing is sent
 * @throws KnownError `TOPO_QUOTA_EXCEEDED` before anything is sent, if too few drafts are left.
 */
export async function withRemoteVerdicts(
  checked: readonly CheckedScript[],
  { client, address }: Service,
  terminal: Terminal,
  confirm: (question: string) => Promise<boolean>,
): Promise<readonly CheckedScript[]> {
  const count = checked.filter(canCheckRemotely).length
  if (count === 0) return checked
  const { quotas } = await readAccount(client)
  const drafts = quotas.find(({ key }) => key === 'draftsPerDay')
  const left = drafts && leftOf(drafts)
  if (left !== undefined && left < count) throw tooFewDrafts(count, left)
  const cost = `${count} of ${left === undefined || isUnlimited(left) ? 'your' : left} drafts that are left for today`
  const question = `Validate on ${address}? Each accepted script is a private draft there for a moment. This costs up to ${cost}.`
  if (!(await confirm(question))) {
    terminal.note('Remote validation was skipped.')
    return checked
  }
  terminal.activity.begin('Validating on the service', count)
  return untilDraftsDeleted(terminal, (stopped) =>
    compareWithService(checked, { client, stopped, onChecked: () => terminal.activity.advance() }),
  )
}

const tooFewDrafts = (count: number, left: number): KnownError =>
  new KnownError(
    `Cannot validate ${count} scripts on the service: only ${left} drafts are left for today.`,
    {
      code: 'TOPO_QUOTA_EXCEEDED',
      exitCode: ExitCode.quota,
      hint: 'Name fewer scripts, or use --changed. Without --remote, validation costs nothing.',
    },
  )
