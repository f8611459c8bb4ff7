/** Redacts a URL for logs: keeps only query parameters that the contract defines. */
import type { Operation } from '../contract/contract.ts'
import { contract } from '../resources/index.ts'

/** Query parameters of the contract; none of them is secret. Read late: it builds the schemas of all operations. */
let safeParameters: ReadonlySet<string> | undefined

export function redactUrl(address: string, base?: string): string {
  if (!URL.canParse(address, base)) return '[REDACTED]'
  const url = new URL(address, base)
  safeParameters ??= new Set(
    Object.values(contract)
      .flatMap((resource) => Object.values<Operation>(resource))
      .flatMap(({ query }) => Object.keys(query.shape)),
  )
  const parameters = [...url.searchParams].map(
    ([name, value]) =>
      `${encodeURIComponent(name)}=${safeParameters?.has(name) ? encodeURIComponent(value) : '[REDACTED]'}`,
  )
  return `${url.origin}${url.pathname}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}
