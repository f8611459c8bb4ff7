/** An address as it may be told: what is not known to be harmless in its query may be a token. */
import type { Operation } from './contract.ts'
import { contract } from './resources/index.ts'

/** What the contract asks for in a query: none of it is a secret. */
const safeParameters = new Set(
  Object.values(contract)
    .flatMap((resource) => Object.values<Operation>(resource))
    .flatMap(({ query }) => Object.keys(query.shape)),
)

export function redactUrl(address: string, base?: string): string {
  if (!URL.canParse(address, base)) return '[REDACTED]'
  const url = new URL(address, base)
  const parameters = [...url.searchParams].map(
    ([name, value]) =>
      `${encodeURIComponent(name)}=${safeParameters.has(name) ? encodeURIComponent(value) : '[REDACTED]'}`,
  )
  return `${url.origin}${url.pathname}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}
