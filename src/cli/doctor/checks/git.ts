/** Doctor check: git, and the repository of the project. */
import { gitVersion, readRepository } from '../../../files/git/git.ts'
import { type DoctorCheck, failedCheck, ok, warning } from '../check.ts'

export const git: DoctorCheck = {
  name: 'git',
  run: async ({ root }) => {
    const reading = await readRepository(root)
    if (reading.state !== 'known') {
      const { message, hint } = reading.error
      const sentence = message.replace(/\.$/, '')
      // Only a few flags need a repository.
      return [reading.state === 'absent' ? ok(sentence) : failedCheck(sentence, hint)]
    }
    const { repository } = reading
    const found = `${await gitVersion(root)} reads the repository ${repository.top}`
    if ((await repository.head()) === undefined) return [ok(`${found}, which has no commit yet`)]
    if (!(await repository.isShallow())) return [ok(found)]
    return [
      warning(
        `${found}, which is a shallow clone`,
        'Fetch its full history ("git fetch --unshallow", in CI fetch-depth: 0): --if-newer, --incremental and --since compare with earlier commits.',
      ),
    ]
  },
}
