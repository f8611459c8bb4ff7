/** Share URLs: they give access to a script, also to a private one. */
import { refusedError } from '../../errors.ts'
import { isRecord, type UntypedRecord } from '../../text/parse-json.ts'
import { orUnsupported, orUnsupportedThing } from '../answers/unsupported.ts'
import type { Client } from '../client/client.ts'
import { getItem, getScript, getText } from '../client/untyped.ts'
import type { Script } from '../resources/scripts.ts'

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

export interface ShareUrls {
  /** The page for people; undefined if nobody tells one. */
  readonly url: string | undefined
  /** For topo and other programs; undefined if the service tells no token. */
  readonly apiUrl: string | undefined
}

/**
 * Shares a script of the caller; a shared script keeps its URL. The URL for people is the one that the service tells,
 * else that of the web app. It is never one of the API, which answers JSON.
 *
 * @param webUrl of the web app, if it is known
 * @throws KnownError `TOPO_ANSWER_UNKNOWN` if the service tells neither a URL nor a token.
 */
export async function share(
  client: Client,
  { id }: Script,
  baseUrl: string,
  webUrl?: string,
): Promise<ShareUrls> {
  const answer = await orUnsupported('share URLs', () => client.sharing.create({ params: { id } }))
  const records = [isRecord(answer) ? answer : {}, getItem(answer)]
  const findIn = (all: readonly UntypedRecord[], ...names: string[]) =>
    all.map((record) => getText(record, ...names)).find((text) => text !== undefined)
  const find = (...names: string[]) => findIn(records, ...names)
  // The `url` of a script is its page, which is not open to everybody.
  const shares = records.filter((record) => record.slug === undefined)
  const given = find('shareUrl', 'share_url', 'shareLink') ?? findIn(shares, 'url', 'link')
  const told = webAddressOf(given, baseUrl)
  const isPage = told !== undefined && !/\/v\d+\/share\//.test(told)
  const known = find('shareToken', 'share_token', 'token') ?? (told && parseShareToken(told))
  const token = known ?? (isPage ? undefined : await readToken(client, id))
  const apiUrl = token ? `${baseUrl}/v1/share/${encodeURIComponent(token)}` : undefined
  const page =
    token && webUrl ? `${webUrl.replace(/\/+$/, '')}/share/${encodeURIComponent(token)}` : undefined
  const url = isPage ? told : page
  if (url !== undefined || apiUrl !== undefined) return { url, apiUrl }
  throw refusedError('The service shared the script but returned no token.', {
    code: 'TOPO_ANSWER_UNKNOWN',
    hint: 'The web app may show the address; "topo script unshare" revokes it.',
  })
}

const readToken = async (client: Client, idOrSlug: string): Promise<string | undefined> =>
  (await client.scripts.get({ params: { idOrSlug } })).item.shareToken ?? undefined

/** An address of a web page; a service may tell it without its origin. */
function webAddressOf(told: string | undefined, baseUrl: string): string | undefined {
  if (told === undefined || !URL.canParse(told, baseUrl)) return undefined
  const { protocol, href, username, password } = new URL(told, baseUrl)
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : undefined
}
