/** Finds the addresses in a text that may be links: http, https and mailto, and nothing else. */

export interface TextPart {
  readonly text: string
  /** The same text, if it is an address. */
  readonly href?: string
}

/** Attributes of a link to an address that a script contains: it leads out of the page, which stays open. */
export const linkOut = (href: string) => ({ href, target: '_blank', rel: 'noopener noreferrer' })

const MOST_ADDRESSES = 200
const LONGEST_ADDRESS = 2000

/** A scheme behind nothing that an address may contain: the end of another scheme is no start. */
const startPattern = /(?<![\w+.:/@&%#?=~,;-])(?:https?:\/\/|mailto:)/gi

/** Everything up to a space or an angle bracket, also what makes the address invalid; no other punctuation. */
const runPattern = new RegExp(
  String.raw`(?:(?![\s<>])[!-~\p{L}\p{M}\p{N}\p{C}]){1,${LONGEST_ADDRESS + 1}}`,
  'uy',
)

/** No user in front of it: that reads like another host. */
const host = String.raw`(?:[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})*\.?|\[[a-f\d:.]{2,45}\])(?::\d{1,5})?`
const rest = String.raw`[\w.~:/?#[\]@!$&()*+,;=%\p{L}\p{M}\p{N}-]*`
const webPattern = new RegExp(`^https?://${host}(?:[/?#]${rest})?$`, 'iu')
const mailPattern = new RegExp(
  String.raw`^mailto:[\w.+%-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})*(?:\?${rest})?$`,
  'iu',
)

/** The text in parts: joined, they are the text again. */
export function partsWithAddresses(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { href, start } of addressesWithPlaces(text)) {
    if (start > end) parts.push({ text: text.slice(end, start) })
    parts.push({ text: href, href })
    end = start + href.length
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end) })
  return parts
}

/** The addresses of a text, in their order. */
export function addressesWithPlaces(text: string): { href: string; start: number }[] {
  const found: { href: string; start: number }[] = []
  const starts = new RegExp(startPattern)
  for (let match = starts.exec(text); match !== null; match = starts.exec(text)) {
    const run = new RegExp(runPattern)
    run.lastIndex = match.index
    const [candidate = ''] = run.exec(text) ?? []
    starts.lastIndex = match.index + candidate.length
    const href = addressIn(candidate)
    if (href === undefined) continue
    found.push({ href, start: match.index })
    if (found.length === MOST_ADDRESSES) break
  }
  return found
}

function addressIn(run: string): string | undefined {
  if (run.length > LONGEST_ADDRESS) return undefined
  const address = withoutEnd(run)
  return webPattern.test(address) || mailPattern.test(address) ? address : undefined
}

const openings: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** Drops punctuation of the sentence, closing quotes, and brackets that were opened before the address. */
function withoutEnd(run: string): string {
  const count = (character: string) => run.split(character).length - 1
  /** Closing brackets of each kind that have no partner in the address. */
  const extra = new Map(
    Object.entries(openings).map(([close, open]) => [close, count(close) - count(open)]),
  )
  let end = run.length
  for (; end > 0; end--) {
    const last = run[end - 1] ?? ''
    const unpaired = extra.get(last)
    if (unpaired === undefined ? !/[.,;:!?'"`*|]/.test(last) : unpaired <= 0) break
    if (unpaired !== undefined) extra.set(last, unpaired - 1)
  }
  return run.slice(0, end)
}
