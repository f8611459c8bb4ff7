/** Where everybody can look at a script. */
import type { Script } from '../../api/resources/scripts.ts'
import { ExitCode, KnownError, usageError } from '../../errors.ts'
import { forTerminal } from '../../text/for-terminal.ts'

/** @throws KnownError `TOPO_NOT_PUBLIC` for a private script, `TOPO_NO_WEB_URL` where nobody knows the web app. */
export function publicAddress(
  { slug, isPublic }: Script,
  webAddress: (slug: string) => string | undefined,
): string {
  if (isPublic === false) {
    throw new KnownError(`${forTerminal(slug)} is private, so it has no address for others to open.`, {
      code: 'TOPO_NOT_PUBLIC',
      exitCode: ExitCode.refused,
      hint: `Run "topo publish ${forTerminal(slug)}" to show it to everybody.`,
    })
  }
  const url = webAddress(slug)
  if (url !== undefined) return forTerminal(url)
  throw usageError('The address of the web app is not known.', {
    code: 'TOPO_NO_WEB_URL',
    hint: 'Set TOPO_WEB_URL, or "webUrl" in topo.config.json; with --local run "topo mock start" instead.',
  })
}
