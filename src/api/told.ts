/** An address as it may be told: what is not known to be harmless in its query may be a token. */

const harmless = new Set('query category tag page pageSize limit offset targetType targetId'.split(' '))

export function toldAddress(address: string, base?: string): string {
  if (!URL.canParse(address, base)) return '[REDACTED]'
  const url = new URL(address, base)
  const parameters = [...url.searchParams].map(
    ([name, value]) =>
      `${encodeURIComponent(name)}=${harmless.has(name) ? encodeURIComponent(value) : '[REDACTED]'}`,
  )
  return `${url.origin}${url.pathname}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}
