/** Codes of error responses: one spelling for each meaning that topo acts on. */

/** Words for one meaning, compared after `asErrorCode`. */
const synonyms: readonly [code: string, pattern: RegExp][] = [
  [
    'quota_exceeded',
    /^(quota|user_quota|quota_limit)_(exceeded|reached|exhausted)$|^(over|insufficient)_quota$/,
  ],
  [
    'rate_limited',
    /^((api|key|user|account|client|hourly|daily|request)_)*rate_?limit(ed|(_has_been)?_(exceeded|reached|hit))?$|^too_many_(requests|calls)$|^(request|call|api)s?_limit_(exceeded|reached)$|^requests?_throttled$|^throttl(ed|ing)$|^slow_down$|^over_rate_limit$|^\w+_rate(_limit)?_exceeded$/,
  ],
  [
    'slug_taken',
    /^slug_(already_)?(taken|exists|in_use|used)$|^slug_(conflict|not_unique)$|^duplicate_slug$/,
  ],
  ['already_subscribed', /^already_subscribed$|^subscription_(already_)?(exists|active)$/],
  ['already_owned', /^(already_owned|already_purchased|bundle_already_owned)$/],
  ['consent_required', /^consent_(required|missing)$/],
  [
    'conflict',
    /^((revision|version|edit|update)_)?conflict$|^(stale|stale_revision|stale_update)$/,
  ],
  ['billing_not_configured', /^billing_not_(configured|available|enabled)$/],
]

/** `quotaExceeded`, `QUOTA-EXCEEDED` and `Quota exceeded` in one spelling. */
function inSnakeCase(text: string): string {
  return text
    .trim()
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[\s.-]+/g, '_')
    .toLowerCase()
    .replace(/_+$/, '')
    .replace(/_(error|exception)$/, '')
}

/** Characters of a code; a longer text is a sentence. */
const longestCode = 80

/** The code for this text if topo knows its meaning, whatever the spelling. */
export function knownCode(text: string | undefined): string | undefined {
  if (text === undefined || text.length > longestCode) return undefined
  const code = inSnakeCase(text)
  return synonyms.find(([, pattern]) => pattern.test(code))?.[0]
}

/** A code of any meaning, in lower case with underscores; undefined for words: frameworks send `Not Found`. */
export function asErrorCode(text: string | undefined): string | undefined {
  return text !== undefined && text.length <= longestCode && /^[a-z][\w.-]*$/i.test(text)
    ? inSnakeCase(text)
    : undefined
}

/** A feature that was never set up: not an outage, so waiting does not help. */
export const isNotSetUp = ({ code = '' }: { code?: string | undefined }): boolean =>
  /_not_(configured|available|enabled)$/.test(code) && !/^(service|server|temporarily)_/.test(code)

/** Standard phrases of statuses: they say nothing that topo does not say better. */
const statusPhrases =
  /^(error|http|bad_request|unauthorized|unauthenticated|forbidden|not_found|method_not_allowed|conflict|gone|(payload|content|request_entity)_too_large|unprocessable_(entity|content)|validation_failed|too_many_requests|internal_server|server|not_implemented|bad_gateway|service_unavailable|gateway_timeout)$/

export const isStatusPhrase = (text: string): boolean =>
  text.length <= longestCode && statusPhrases.test(inSnakeCase(text))
