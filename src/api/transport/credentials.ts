/** Credentials of a transport: sent only to the origin of the service, and removed from its answers. */

/** All values are secret; names of headers are not. */
export interface ServiceCredentials {
  readonly apiKey?: string | undefined
  /** Name of the header that contains only the key, instead of `Authorization: Bearer <key>`. */
  readonly keyHeader?: string | undefined
  /** Further headers by name, such as those for a gateway in front of the service. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The header of the key, in lower case. */
export const keyHeaderOf = ({ keyHeader }: Pick<ServiceCredentials, 'keyHeader'>): string =>
  keyHeader?.toLowerCase() ?? 'authorization'

/** The headers that only the origin of the service gets. */
export function credentialHeaders(credentials: ServiceCredentials): Record<string, string> {
  const { apiKey, headers } = credentials
  if (apiKey === undefined) return { ...headers }
  const name = keyHeaderOf(credentials)
  return { ...headers, [name]: name === 'authorization' ? `Bearer ${apiKey}` : apiKey }
}

/** Shorter values are test keys, or ordinary words that a script may contain. */
const minSecretLength = 16

/** Removes the values from a text of the service, so that no file, record or name contains them. */
export function withoutSecrets(text: string, { apiKey, headers = {} }: ServiceCredentials): string {
  const values = Object.values(headers).flatMap((value) => [value, ...value.split(/[\s;,=]+/)])
  return [apiKey ?? '', ...values.filter((value) => !isAddress(value))]
    .filter((value) => value.length >= minSecretLength)
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1)])
    .reduce((clean, value) => clean.replaceAll(value, '[REDACTED]'), text)
}

/** A host or URL, such as the value of `Origin`: scripts may contain it too. An id with a host is not one. */
const isAddress = (value: string): boolean =>
  /^(https?:\/\/)?[a-z\d-]+(\.[a-z\d-]+)+(:\d+)?(\/[\w./-]*)?$/i.test(value) &&
  !/(?=[a-z]*\d)[a-z\d]{16}/i.test(value)
