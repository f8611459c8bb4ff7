import { expect, test } from 'vitest'
import { normalizeBaseUrl } from '../../../src/api/transport/base-url.ts'

test.each([
  ['https://api.example.com///', 'https://api.example.com'],
  ['https://api.example.com/base/', 'https://api.example.com/base'],
  ['https://api.example.com/v1', 'https://api.example.com'],
  ['https://api.example.com/base/v1/', 'https://api.example.com/base'],
  ['http://localhost:4010', 'http://localhost:4010'],
  ['http://127.0.0.1:1/', 'http://127.0.0.1:1'],
  ['http://[::1]:1', 'http://[::1]:1'],
])('base URL %s is normalized to %s', (value, used) => {
  expect(normalizeBaseUrl(value, 'a test')).toBe(used)
})

test.each([
  ['', 'not a URL'],
  ['example.com', 'not a URL: it lacks https:// or http://'],
  ['localhost:4010', 'not a URL: it lacks https:// or http://'],
  ['127.0.0.1:4010', 'not a URL: it lacks https:// or http://'],
  ['http://example.com', 'not encrypted'],
  ['http://127.0.0.1.example.com', 'not encrypted'],
  ['ftp://example.com', 'not an https URL'],
  ['https://user:secret@example.com', 'a user or a password'],
  ['https://example.com/?x=1', 'a query'],
  ['https://example.com/#x', 'a fragment'],
])('base URL %s is refused: %s', (value, why) => {
  expect(() => normalizeBaseUrl(value, 'a test')).toThrow(why)
  // What is refused may hold a secret, so it is not repeated.
  expect(() => normalizeBaseUrl(value, 'a test')).not.toThrow(/secret/)
})
