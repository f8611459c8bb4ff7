/** Share URLs: they give access to a script, also to a private one. */

import { ExitCode, KnownError } from '../../errors.ts'
import type { Client } from '../client.ts'
import { isRecord } from '../envelope.ts'
import type { Script } from '../resources/scripts.ts'
import { orUnsupported, orUnsupportedThing } from '../unsupported.ts'
import { getItem, getScript, getText } from '../untyped.ts'

/** Token of a share URL; undefined for other names of a script. */
export function parseShareToken(given: string): string | undefined {
  if (!/^https?:/.test(given) || !URL.canParse(given)) return undefined
  const token = /\/share\/([^/]+)\/?$/.exec(new URL(given).pathname)?.[1]
  try {
    return token && decodeURIComponent(token)
  } catch {
    return undefined
  }
}

export const sharedScript = async (client: Client, token: string): Promise<Script> =>
  getScript(await orUnsupportedThing('share URLs', () => client.sharing.get({ params: { token } })))

/** Shares a script of the caller; a shared script keeps its URL. */
export async function share(client: Client, { id }: Script, baseUrl: string): Promise<string> {
  const answer = await orUnsupported('share URLs', () => client.sharing.create({ params: { id } }))
  const answered = [getItem(answer), isRecord(answer) ? answer : {}]
    .map((record) => getText(record, 'shareToken', 'token'))
    .find((text) => text !== undefined)
  const token = answered ?? (await client.scripts.get({ params: { idOrSlug: id } })).item.shareToken
  if (token) return `${baseUrl}/v1/share/${encodeURIComponent(token)}`
  throw new KnownError('The service shared the script but returned no token.', {
    code: 'TOPO_NO_SHARE_TOKEN',
    exitCode: ExitCode.refused,
    hint: 'The web app may show the address; "topo script unshare" revokes it.',
  })
}
