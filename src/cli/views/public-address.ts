/** The public address of a script in the web app. */
import type { Script } from '../../api/resources/scripts.ts'
import { ExitCode, KnownError, usageError } from '../../errors.ts'
import { forTerminal } from '../../text/for-terminal.ts'

/** @throws KnownError `TOPO_NOT_PUBLIC` for a private script, `TOPO_NO_WEB_URL` if the web app is unknown. */
export function publicAddress(
  { slug, isPublic }: Script,
  webAddress: (slug: string) => string | undefined,
): string {
  if (isPublic === false) {
    throw new KnownError(`${forTerminal(slug)} is private, so it has no public address.`, {
      code: 'TOPO_NOT_PUBLIC',
      exitCode: ExitCode.refused,
      hint: `Run "topo publish ${forTerminal(slug)}" to make it public.`,
    })
  }
  const url = webAddress(slug)
  if (url !== undefined) return forTerminal(url)
  throw usageError('The address of the web app is unknown.', {
    code: 'TOPO_NO_WEB_URL',
    hint: 'Set TOPO_WEB_URL, or "webUrl" in topo.config.json.',
  })
}
