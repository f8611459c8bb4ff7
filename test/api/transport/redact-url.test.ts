/** URLs in errors and traces: only query parameters of the contract are shown, others may be tokens. */
import { expect, test } from 'vitest'
import { contract } from '../../../src/api/resources/index.ts'
import { redactUrl } from '../../../src/api/transport/redact-url.ts'

const service = 'https://diagrams.example.com/v1/scripts/gallery'

test('a redacted URL keeps the query parameters of the contract only, those of every operation', () => {
  expect(redactUrl(`${service}?query=a%20b&tag=%C3%A9&pageSize=2&token=abc&limit=1`)).toBe(
    `${service}?query=a%20b&tag=%C3%A9&pageSize=2&token=[REDACTED]&limit=1`,
  )
  const asked = Object.values(contract).flatMap((resource) =>
    Object.values(resource).flatMap(({ query }) => Object.keys(query.shape)),
  )
  expect(asked).toEqual(
    expect.arrayContaining(['category', 'page', 'offset', 'targetType', 'targetId']),
  )
  for (const name of asked) expect(redactUrl(`${service}?${name}=x`)).toBe(`${service}?${name}=x`)
})

test('a redacted URL has no user, password or fragment; text that is not a URL is redacted', () => {
  expect(redactUrl('https://carol:word@example.com/a?b#c')).toBe(
    'https://example.com/a?b=[REDACTED]',
  )
  expect(redactUrl('not an address')).toBe('[REDACTED]')
  expect(redactUrl('/v1/x?page=2&key=1', service)).toBe(
    'https://diagrams.example.com/v1/x?page=2&key=[REDACTED]',
  )
})
