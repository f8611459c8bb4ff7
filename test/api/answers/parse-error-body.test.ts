/** Error bodies of deployments that follow other conventions: code, message, quota and fields are found in each form. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ErrorBody,
  isQuotaExceeded,
  parseErrorBody,
} from '../../../src/api/answers/parse-error-body.ts'
import { isRateLimited } from '../../../src/api/transport/rate-limit.ts'

const said = (message: string, rest: Partial<ErrorBody> = {}) => ({ message, ...rest })

test.each<[form: string, body: unknown, expected: Partial<ErrorBody>]>([
  [
    'of the document',
    { error: 'quota_exceeded', quota: 'draftsPerDay', limit: 20 },
    { code: 'quota_exceeded', quota: 'draftsPerDay', limit: 20 },
  ],
  [
    'with a code and a message',
    { code: 'slug_taken', message: 'checkout is taken' },
    said('checkout is taken', { code: 'slug_taken' }),
  ],
  [
    'nested',
    {
      error: {
        code: 'quota_exceeded',
        message: 'No drafts left',
        quota: 'draftsPerDay',
        limit: '20',
      },
    },
    said('No drafts left', { code: 'quota_exceeded', quota: 'draftsPerDay', limit: 20 }),
  ],
  [
    'nested with details',
    { error: { code: 'QUOTA_EXCEEDED', details: { quota: 'draftsPerDay', limit: 3 } } },
    { code: 'quota_exceeded', quota: 'draftsPerDay', limit: 3 },
  ],
  [
    'nested in data',
    { success: false, data: { code: 'conflict', message: 'changed' } },
    said('changed', { code: 'conflict' }),
  ],
  ['a message alone', { error: { message: 'no such thing' } }, said('no such thing')],
  ['a sentence as error', { error: 'Slug already in use.' }, said('Slug already in use.')],
  ['a list of texts', { errors: ['name is empty', 'slug is empty'] }, said('name is empty')],
  [
    'a list of records',
    { errors: [{ code: 'conflict', detail: 'edited meanwhile' }] },
    said('edited meanwhile', { code: 'conflict' }),
  ],
  [
    'a bare list',
    [{ code: 'slug_taken', message: 'taken' }],
    said('taken', { code: 'slug_taken' }),
  ],
  [
    'fields with texts',
    { message: 'Invalid', errors: { slug: ['has spaces'], name: 'is empty' } },
    said('Invalid', {
      issues: [
        { path: ['slug'], message: 'has spaces' },
        { path: ['name'], message: 'is empty' },
      ],
    }),
  ],
  [
    'problem details',
    {
      type: 'https://example.com/probs/quota-exceeded',
      title: 'Too Many Requests',
      status: 429,
      detail: 'Only 20 drafts a day',
    },
    said('Only 20 drafts a day', { code: 'quota_exceeded' }),
  ],
  [
    'problem details without a type',
    { type: 'about:blank', title: 'Not Found', status: 404, detail: 'No script x' },
    said('No script x'),
  ],
  [
    'NestJS',
    { statusCode: 400, message: ['name must be text', 'code is empty'], error: 'Bad Request' },
    said('name must be text; code is empty'),
  ],
  [
    'NestJS, of a conflict',
    { statusCode: 409, message: 'Slug taken', error: 'Conflict' },
    said('Slug taken', { code: 'conflict' }),
  ],
  [
    'FastAPI',
    { detail: [{ loc: ['body', 'name'], msg: 'field required', type: 'value_error.missing' }] },
    { issues: [{ path: ['body', 'name'], message: 'field required' }] },
  ],
  ['FastAPI, in words', { detail: 'Not authenticated' }, said('Not authenticated')],
  [
    'OAuth',
    { error: 'invalid_token', error_description: 'The token expired' },
    said('The token expired', { code: 'invalid_token' }),
  ],
  [
    'Google',
    { error: { code: 409, status: 'ALREADY_SUBSCRIBED', message: 'One subscription only' } },
    said('One subscription only', { code: 'already_subscribed' }),
  ],
  [
    'a gateway',
    {
      fault: {
        faultstring: 'Rate limit quota violation',
        detail: { errorcode: 'policies.ratelimit' },
      },
    },
    said('Rate limit quota violation'),
  ],
  ['a bare code as JSON', 'quota_exceeded', { code: 'quota_exceeded' }],
  ['a code only', { code: 'quota_exceeded' }, { code: 'quota_exceeded' }],
  ['a code as message', { message: 'Quota exceeded' }, { code: 'quota_exceeded' }],
  ['camel case', { error: 'QuotaExceededError' }, { code: 'quota_exceeded' }],
  [
    'of a promo code',
    { error: 'promo_rejected', reason: 'expired' },
    { code: 'promo_rejected', reason: 'expired' },
  ],
  [
    'of a script',
    {
      error: 'validation_failed',
      errors: [{ type: 'missing', message: 'no apply()', fix: 'Add it.' }],
    },
    said('no apply()', { errors: [{ message: 'no apply()', fix: 'Add it.' }], issues: [] }),
  ],
  [
    'of a request',
    { error: 'validation_failed', issues: [{ path: ['tags', 0], message: 'too long' }] },
    { code: 'validation_failed', issues: [{ path: ['tags', 0], message: 'too long' }], errors: [] },
  ],
  [
    'only a status in words',
    { error: 'Not Found', statusCode: 404, message: 'Not Found' },
    { code: undefined, message: undefined },
  ],
  ['nothing', {}, { code: undefined, message: undefined, quota: undefined, limit: undefined }],
  ['null', null, { code: undefined, message: undefined }],
  [
    'fields of other types',
    {
      error: { code: 17 },
      message: { a: 1 },
      quota: [],
      limit: 'many',
      errors: [null, 7],
      issues: { path: null },
    },
    {
      code: undefined,
      message: undefined,
      quota: undefined,
      limit: undefined,
      errors: [],
      issues: [],
    },
  ],
])('an error body %s is read', (_form, body, expected) => {
  expect(parseErrorBody(JSON.stringify(body))).toMatchObject(expected)
})

test.each<[text: string, expected: Partial<ErrorBody>]>([
  ['quota_exceeded\n', { code: 'quota_exceeded' }],
  ['404 page not found', { code: undefined, message: '404 page not found' }],
  ['', { code: undefined, message: undefined }],
  ['<!doctype html><title>quota_exceeded</title>', { code: undefined, message: undefined }],
  ['{"error": "quota_exceeded"', { code: undefined, message: undefined }],
  ['a line\n'.repeat(1000), { code: undefined, message: undefined }],
])('the text %j is read', (text, expected) => expect(parseErrorBody(text)).toMatchObject(expected))

test('any JSON and any text can be read, in bounded size', () => {
  const names = [
    'error',
    'errors',
    'message',
    'detail',
    'details',
    'code',
    'issues',
    'quota',
    'path',
    'type',
  ]
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom(...names), tie('any')),
      fc.array(tie('any'), { maxLength: 4 }),
    ),
  })).any
  fc.assert(
    fc.property(value, (body) => {
      const { code, message, issues, errors } = parseErrorBody(JSON.stringify(body))
      expect(code ?? 'a').toMatch(/^[a-z][a-z\d_]*$/)
      expect((message ?? '').length).toBeLessThanOrEqual(4000)
      expect(issues.length + errors.length).toBeLessThanOrEqual(200)
    }),
  )
  const many = { errors: Array.from({ length: 5000 }, () => 'x'.repeat(9000)) }
  expect(parseErrorBody(JSON.stringify(many)).issues).toHaveLength(100)
})

const exhausted = { 'x-ratelimit-remaining': '0' }
const some = { 'x-ratelimit-remaining': '57', 'x-ratelimit-reset': '60' }

test.each<
  [
    status: number,
    body: unknown,
    headers: Record<string, string>,
    expected: 'limit' | 'quota' | 'no',
  ]
>([
  [429, {}, {}, 'limit'],
  [429, { error: 'quota_exceeded' }, {}, 'quota'],
  [429, { error: { code: 'quota_exceeded' } }, { 'retry-after': '9' }, 'quota'],
  [429, { message: 'No drafts left', quota: 'draftsPerDay' }, {}, 'quota'],
  [429, { code: 'rate_limited', quota: 'hourly' }, {}, 'limit'],
  [403, { code: 'quota_exceeded' }, {}, 'quota'],
  [401, { error: 'rate_limited' }, {}, 'limit'],
  [403, { error: { code: 'TOO_MANY_REQUESTS', message: 'x' } }, {}, 'limit'],
  [401, { error: 'RateLimitExceeded' }, {}, 'limit'],
  [401, { error: 'unauthorized', message: 'Rate limit exceeded for this key' }, {}, 'limit'],
  [403, { message: 'You have exceeded your API rate limit.' }, {}, 'limit'],
  [401, { detail: 'Too many requests, slow down' }, some, 'limit'],
  [401, { message: 'Hourly limit of 1000 requests reached' }, some, 'limit'],
  [403, { message: 'Quota of 1000 requests per hour exceeded for this key' }, some, 'limit'],
  [403, { message: 'Limit Exceeded' }, some, 'limit'],
  [401, { error: 'api key rate limit' }, {}, 'limit'],
  [403, { error: 'API_KEY_RATE_LIMIT' }, {}, 'limit'],
  [401, { error: 'unauthorized', message: 'API key rate limit.' }, {}, 'limit'],
  [403, { error: 'forbidden', message: 'Rate limit for this API key' }, {}, 'limit'],
  [401, { error: { code: 'key_rate_limit_reached' } }, {}, 'limit'],
  [403, { message: 'Hourly request limit exceeded for this key' }, {}, 'limit'],
  [401, { message: 'The key has used up its limit of 1000 requests per hour' }, {}, 'limit'],
  [403, { message: 'Rate limit: 1000 requests per hour' }, {}, 'limit'],
  [401, 'api key rate limit', {}, 'limit'],
  [403, { error: 'key_rate_exceeded' }, some, 'limit'],
  [
    401,
    { message: 'API key over rate limit: limit of 1000 requests per hour reached' },
    {},
    'limit',
  ],
  [403, { errors: [{ code: 'throttled' }] }, {}, 'limit'],
  [401, 'too_many_requests', {}, 'limit'],
  [401, { error: 'unauthorized' }, { 'retry-after': '30' }, 'limit'],
  [403, {}, { 'retry-after': new Date(0).toUTCString() }, 'limit'],
  [401, {}, exhausted, 'limit'],
  [403, { error: 'forbidden' }, { ratelimit: '"default";r=0;t=30' }, 'limit'],
  [401, { error: 'unauthorized', message: 'invalid key' }, some, 'no'],
  [401, { error: 'unauthorized', message: 'the API key is unknown or revoked' }, exhausted, 'no'],
  [401, { error: 'invalid_api_key' }, exhausted, 'no'],
  [403, { message: 'Only administrators may change rate limits' }, {}, 'no'],
  [403, { error: 'forbidden', message: 'You may not change the rate limit' }, {}, 'no'],
  [403, { error: 'forbidden', message: 'Only administrators read rate limits' }, {}, 'no'],
  [403, { error: 'forbidden', message: 'You are not allowed to set this rate limit' }, {}, 'no'],
  [403, { error: 'edit_rate_limit' }, {}, 'no'],
  [403, { message: 'File size limit exceeded' }, {}, 'no'],
  [403, { message: 'Hourly limit of 5 exports reached' }, {}, 'no'],
  [403, { message: 'Member limit exceeded for this plan' }, {}, 'no'],
  [403, { message: 'you are not the owner' }, exhausted, 'no'],
  [401, {}, {}, 'no'],
  [401, {}, { 'retry-after': 'soon' }, 'no'],
  [404, { error: 'rate_limited' }, { 'retry-after': '3' }, 'no'],
  [500, { error: 'quota_exceeded' }, {}, 'no'],
])('%i %j with %j is: %s', (status, body, headers, expected) => {
  const read = parseErrorBody(JSON.stringify(body))
  const isLimit = isRateLimited({ status, headers: new Headers(headers) }, read, Date.now())
  expect([isLimit && 'limit', isQuotaExceeded(status, read) && 'quota'].filter(Boolean)).toEqual(
    expected === 'no' ? [] : [expected],
  )
})
