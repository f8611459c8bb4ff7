/**
 * Service that differs from the embedded one as a real deployment may: more fields than documented, null for missing
 * values, unknown enum values, hostile names, and every kind of failure.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json, type Reply } from '../api/server.ts'
import { commentId, scriptId } from './commands.ts'
import { script } from './topo.ts'

/** User name that tries to control a terminal, a log or a table. */
const hostile = [
  'Evil \u001b[31mred\u001b[2J \u001b]0;owned\u0007 \u0000\u0008 \u009b31m \u202eesrever\u2066',
  '::error::from a name',
  '  ::error file=C:/x.js,line=1::from a name',
  'a ##[add-mask]name or ##vso[task.setvariable variable=x]name',
  `\u2028 👩‍👩‍👧‍👦 ${'long '.repeat(400)}`,
].join('\r\n')

/** Sequences that topo must never print. */
export const forbiddenOutput =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029]|^\s*::[\w-]+( .*?)?::|##\w*\[/mu

const extra = { x_deployment: 'eu-7', nested: { deep: [1, null, { more: true }] } }
const long = '2026-03-04T05:06:07.000Z'

const odd = {
  id: scriptId,
  slug: 'odd',
  name: hostile,
  description: null,
  type: 'topology',
  tags: null,
  category: null,
  isPublic: true,
  publishedAt: null,
  createdAt: null,
  updatedAt: long,
  starCount: null,
  engineVersion: null,
  section: 'museum',
  accessTier: 'platinum',
  ...extra,
}
const full = { ...odd, code: script('odd'), readme: hostile, readmePreview: null, shareToken: null }
const climbing = {
  ...odd,
  id: '2b3c4d5e-6f7a-4b1c-8d2e-3f4a5b6c7d8e',
  slug: '../evil\u001b[31m',
  isPublic: null,
}
const user = {
  id: 'u-1',
  username: 'mallory',
  fullName: hostile,
  avatarUrl: null,
  createdAt: null,
  ...extra,
}
const comment = {
  id: commentId,
  scriptId: null,
  userId: null,
  content: hostile,
  targetType: 'region',
  targetId: null,
  createdAt: null,
  author: { username: hostile, fullName: null, avatarUrl: null, ...extra },
  ...extra,
}
const collection = {
  id: 'c-1',
  name: 'museum',
  description: hostile,
  color: null,
  scriptCount: null,
  createdAt: null,
}
const subscription = {
  id: 's-1',
  planId: null,
  status: 'past_due',
  cancelAtPeriodEnd: false,
  ...extra,
}
const payment = {
  id: 'p-1',
  amountKopeks: 99_900,
  status: 'charged_back',
  createdAt: null,
  ...extra,
}
const version = {
  versionNumber: 1,
  version: 1,
  createdAt: null,
  name: hostile,
  updatedAt: long,
  ...extra,
}
const page = (...items: object[]) => ({
  items,
  totalCount: items.length,
  nextCursor: null,
  ...extra,
})

/** By method and path; the first match wins. `:x` is one segment. */
const answers: [pattern: string, body: unknown][] = [
  [
    'GET /v1/quota/me',
    {
      tierId: hostile,
      isAdmin: false,
      ...extra,
      quotas: [
        { key: 'draftsPerDay', used: 1, limit: 20, windowSeconds: 86_400, ...extra },
        { key: `teleportsPerHour${hostile}`, used: 7, limit: 3.5, windowSeconds: 3601 },
      ],
    },
  ],
  ['GET /v1/scripts/gallery', page(odd, climbing)],
  ['GET /v1/scripts/public', page(odd)],
  ['GET /v1/scripts/user', page(odd, climbing)],
  ['GET /v1/scripts/starred', page(odd)],
  ['GET /v1/scripts/search', page(odd)],
  ['GET /v1/scripts/:id/comments', { items: [comment], ...extra }],
  ['POST /v1/scripts/:id/comments', { item: comment }],
  ['GET /v1/scripts/:id/versions', page(version)],
  ['POST /v1/scripts/:id/versions/:n/restore', { item: full, ...extra }],
  [
    'POST /v1/scripts/:id/share-token',
    { shareToken: 'st-1', token: 'st-1', item: { ...full, shareToken: 'st-1' } },
  ],
  ['POST /v1/scripts/:id/star', { starred: true, ...extra }],
  ['POST /v1/scripts/:id/view', { ok: true, viewCount: 1 }],
  ['GET /v1/scripts/:id', { item: full, ...extra }],
  ['POST /v1/scripts', { item: { ...full, slug: 'new' }, warnings: null }],
  ['PATCH /v1/scripts/:id', { item: full }],
  ['GET /v1/collections', page(collection)],
  ['POST /v1/collections', { item: collection }],
  ['GET /v1/profiles/by-username/:name', { item: user, ...extra }],
  ['GET /v1/billing/status', { configured: true, provider: null, ...extra }],
  [
    'GET /v1/billing/bundles',
    {
      items: [
        {
          id: 'kafka-cases',
          name: null,
          description: hostile,
          priceKopeks: 99_900,
          currency: 'XTS',
          pendingAmountKopeks: null,
          ...extra,
        },
      ],
    },
  ],
  [
    'GET /v1/billing/me',
    { subscription, plan: null, payments: [payment], recurringConsent: null, ...extra },
  ],
  [
    'POST /v1/billing/subscribe',
    { subscriptionId: null, paymentId: 'p-1', paymentUrl: null, widget: { publicId: hostile } },
  ],
  [
    'POST /v1/billing/purchase-bundle',
    { paymentId: 'p-1', orderId: null, paymentUrl: 'https://pay.example.com/1', widget: null },
  ],
  [
    'POST /v1/billing/promo/validate',
    {
      valid: true,
      code: null,
      discountType: 'loyalty',
      discountValue: null,
      originalAmountKopeks: 99_900,
      discountKopeks: 100,
      finalAmountKopeks: 99_800,
      ...extra,
    },
  ],
  ['POST /v1/billing/consent/revoke', { subscription, recurringConsent: null, widget: null }],
  ['PATCH /v1/billing/subscription', { subscription }],
  ['POST /v1/reports', { ok: true, id: 'r-1', ...extra }],
  ['GET /v1/me/pins', page(odd)],
  ['GET /v1/scripts/by-user/:id', { scripts: [odd, climbing, null, 7], ...extra }],
  ['GET /v1/share/:token', { item: full }],
  [
    'GET /v1/workspaces',
    [{ id: 'w-1', name: 'crew', description: hostile, memberCount: null, ...extra }],
  ],
  ['GET /v1/workspaces/:id', { id: 'w-1', name: hostile, owner: user, createdAt: long }],
  ['GET /v1/workspaces/:id/members', { members: [user, hostile, null], ...extra }],
  [
    'GET /v1/notifications',
    page({ id: 'n-1', kind: 'poke', actor: user, script: null, text: hostile }),
  ],
  [
    'GET /v1/courses/:slug',
    { item: { title: hostile, lessons: [hostile, { title: null, script: odd }, 7] } },
  ],
  [
    'GET /v1/analytics/script/:id/daily',
    {
      days: [
        { day: long, viewCount: 7 },
        { date: hostile, views: '8' },
      ],
    },
  ],
  ['GET /v1/ai/usage', { used: 1, limit: null, model: hostile, ...extra }],
  ['GET /v1/reminders/schedule', null],
]

const acknowledgement = { ok: true, ...extra }

function bodyFor({ method, url = '' }: IncomingMessage): unknown {
  const asked = `${method} ${url.split('?')[0]}`
  const fits = ([pattern]: [string, unknown]) =>
    new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(asked)
  return answers.find(fits)?.[1] ?? acknowledgement
}

/** Answers correctly, with the peculiarities above. */
export const unusualService: Reply = (request, response, count) =>
  json(request.method === 'POST' ? 201 : 200, bodyFor(request), {
    'x-request-id': `req-${count}`,
    'x-served-by': 'edge-7',
  })(request, response, count)

export const redirectTo =
  (elsewhere: string): Reply =>
  (request, response) =>
    response.writeHead(302, { location: `${elsewhere}${request.url}` }).end()

export const withHtml =
  (status: number): Reply =>
  (_request, response) =>
    response
      .writeHead(status, { 'content-type': 'text/html' })
      .end('<!doctype html><h1>\u009b31mNothing</h1>')

/** Sends less than it announced: the connection stays open or is closed. */
export const breakInBody =
  (then: 'hang' | 'cut'): Reply =>
  (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
    response.write('{"items": [{"id": "')
    if (then === 'cut') setTimeout(() => response.destroy(), 20)
  }

/** Error whose fields have undocumented types. */
export const oddError =
  (status: number): Reply =>
  (request, response, count) =>
    json(status, {
      error: { code: 17 },
      message: [hostile],
      details: { why: null },
      reason: 3,
      quota: [],
      limit: 'many',
      issues: { path: null },
      errors: [null, 'x'],
      ...extra,
    })(request, response, count)

/** Error with hostile texts. */
export const hostileError =
  (status: number): Reply =>
  (request, response, count) =>
    json(
      status,
      {
        error: hostile,
        message: hostile,
        details: hostile,
        issues: [{ path: [hostile], message: hostile }],
      },
      { 'x-request-id': 'req-rude' },
    )(request, response, count)
