/** Removes secrets from texts and from JSON, at any depth and in names of fields. */

export interface Replacer {
  /** Replaces known secrets. */
  known(text: string): string
  /** The replacement of a token. */
  token(token: string): string
}

/** Fields whose strings are secret, also deeper inside. */
const secretField =
  /token$|secret|passw(or)?d|^api_?key$|^authorization$|^cookie|signature$|^session(_?id)?$|credential|private_?key/i

/** A URL with its query. Text that is not one, such as the code of a script, keeps its parameters. */
const url = /\bhttps?:\/\/[^\s"'<>\\]+/gi
/** Parameters of presigned URLs and other secrets in a URL. */
const signed =
  /([?&](?:awsaccesskeyid|key-pair-id|policy|signature|sig|hmac|[\w-]*token|api_?key|key|code|auth|password|secret|credential)=)[^&#]+/gi
/** The same, with names that are nothing else. */
const presigned = /([?&]x-(?:amz|goog)-[\w-]+=)[^&#\s"'<>\\]+/gi
/** User and password of a URL. */
const userInfo = /^(\w+:\/\/)[^/?#]*@/
/** The token of a share URL. */
const shareToken = /(\/share\/)([^/?#&]+)/

/** A secret field of JSON that cannot be parsed. */
const brokenField = /("([\w-]{1,64})"\s*:\s*")((?:[^"\\]|\\.)*)/g

/** Removes secrets from a text that is not JSON. */
export function redactText(text: string, replacer: Replacer): string {
  const named = text.replace(brokenField, (match, before: string, name: string, value: string) =>
    secretField.test(name) ? before + replacer.token(value) : match,
  )
  return redactString(named, replacer)
}

/** JSON without a secret keeps its bytes. */
export function redactBody(text: string, replacer: Replacer): string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return redactText(text, replacer)
  }
  const clean = redactValue(value, replacer, false)
  if (clean !== value) return JSON.stringify(clean)
  // Escapes and numbers may hide a secret only in the text.
  const cleanText = replacer.known(text)
  return cleanText === text ? text : cleanText
}

/** Returns the same value if it contains no secret. */
function redactValue(value: unknown, replacer: Replacer, isSecret: boolean): unknown {
  if (typeof value === 'string') {
    return isSecret && value !== '' ? replacer.token(value) : redactString(value, replacer)
  }
  if (typeof value === 'number' && isSecret) return replacer.token(String(value))
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((one) => redactValue(one, replacer, isSecret))
    return items.every((one, at) => one === value[at]) ? value : items
  }
  const fields = Object.entries(value).map(
    ([name, field]) =>
      [
        redactString(name, replacer),
        redactValue(field, replacer, isSecret || secretField.test(name)),
      ] as const,
  )
  const isSame = fields.every(
    ([name, field]) => Object.hasOwn(value, name) && (value as Record<string, unknown>)[name] === field,
  )
  return isSame ? value : Object.fromEntries(fields)
}

function redactString(text: string, replacer: Replacer): string {
  if (!text.includes('/')) return replacer.known(text)
  const clean = text
    .replace(presigned, '$1REDACTED')
    .replace(/^\/\S*$/.test(text) ? /^.*$/ : url, (address) =>
      address
        .replace(signed, '$1REDACTED')
        .replace(userInfo, '$1')
        .replace(shareToken, (_match, before: string, token: string) => before + replacer.token(token)),
    )
  return replacer.known(clean)
}
