import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { json, testServer } from '../../api/server.ts'
import { as, fault, requests, settle, writes } from '../control.ts'
import { fakeBrowser } from '../fake-browser.ts'
import { onScreen } from '../on-screen.ts'
import { folder, mock, put, topo } from '../topo.ts'

const buy = ['billing', 'buy', 'kafka-cases']

test('buy prints only the address in a pipe; ordering again continues the same payment', async () => {
  const { url } = await mock()
  const first = await topo(buy, { env: as(url) })
  expect(first).toMatchObject({ code: 0, stderr: 'Next: topo billing show, after you have paid\n' })
  expect(first.stdout).toMatch(/^https:\/\/pay\.example\.com\/orders\/[0-9a-f-]{36}\n$/)
  const again = JSON.parse((await topo([...buy, '--json'], { env: as(url) })).stdout)
  expect(again).toEqual({
    paymentId: expect.any(String),
    orderId: expect.any(String),
    paymentUrl: first.stdout.trim(),
  })
  const { screen } = await onScreen(buy, { env: as(url) })
  expect(screen).toMatch(/Pay here:\s+https:\/\/pay\.example\.com\/orders\//)
})

test('buy opens the browser only with --open', { tags: 'posix' }, async () => {
  const { url } = await mock()
  const { PATH, opened } = fakeBrowser()
  const env = { ...as(url), PATH }
  await topo(buy, { env })
  await topo([...buy, '--yes'], { env })
  await topo([...buy, '--open', '--dry-run'], { env })
  await wait(300)
  expect(opened()).toBeUndefined()
  const { stdout, code } = await topo([...buy, '--open'], { env })
  expect(code).toBe(0)
  await expect.poll(opened, { timeout: 5000 }).toBe(stdout.trim())
})

test('buy --open refuses anything but a web page; the error contains the payment', async () => {
  const { PATH, opened } = fakeBrowser()
  for (const paymentUrl of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    '/etc/passwd',
    'smb://host/share',
  ]) {
    const { url } = await testServer(json(200, { paymentId: 'p1', paymentUrl }))
    const env = { ...as(url), PATH }
    const { code, stdout } = await topo([...buy, '--open', '--json'], { env })
    expect([code, JSON.parse(stdout).error]).toMatchObject([
      1,
      { code: 'TOPO_BROWSER', details: { paymentId: 'p1', paymentUrl } },
    ])
    expect(await topo(buy, { env })).toMatchObject({ code: 0, stdout: `${paymentUrl}\n` })
  }
  await wait(300)
  expect(opened()).toBeUndefined()
})

test('buy --open prints the address without a browser', { tags: 'posix' }, async () => {
  const { url } = await mock()
  const { code, stdout, stderr } = await topo([...buy, '--open'], {
    env: { ...as(url), PATH: '/nowhere' },
  })
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^https:\/\/pay\.example\.com\/.*\n$/)])
  expect(stderr).toContain('No browser could be started')
})

test('buy prints a hostile address and hostile parameters without control characters', async () => {
  const answer = {
    paymentId: 'p1',
    paymentUrl: 'https://pay.example.com/\u001b]0;owned\u0007\u202e',
  }
  const page = await testServer(json(200, answer))
  expect((await topo(buy, { env: as(page.url) })).stdout).toBe('https://pay.example.com/\\u202e\n')
  const widget = await testServer(
    json(200, { paymentId: 'p1', widget: { 'a\u001b[2Jb': 'x\ny', n: { deep: 1 } } }),
  )
  expect((await topo(buy, { env: as(widget.url) })).stdout).toBe('ab\tx y\nn\t{"deep":1}\n')
})

test('buy prints the parameters of a widget, and names the web app', {
  tags: 'posix',
}, async () => {
  const { url } = await mock({ provider: 'widget' })
  const { PATH, opened } = fakeBrowser()
  const env = { ...as(url), TOPO_WEB_URL: 'https://web.example.com', PATH }
  const { code, stdout, stderr } = await topo([...buy, '--open'], { env })
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^publicId\tpk_demo\n(.*\n)*amountKopeks\t99000\n/),
  ])
  expect(stderr).toContain('in a widget on a page of the web app, https://web.example.com')
  await wait(300)
  expect(opened()).toBeUndefined()
  const { widget } = JSON.parse((await topo([...buy, '--json'], { env })).stdout)
  expect(widget).toMatchObject({ publicId: 'pk_demo', recurrent: false })
  const subscribe = [
    'billing',
    'subscribe',
    'pro-month',
    '--accept-recurring',
    '--policy-version',
    '1',
  ]
  expect((await topo(subscribe, { env })).stdout).toContain('recurrent\ttrue\n')
  const { screen } = await onScreen(buy, { env })
  expect(screen).toMatch(/publicId +pk_demo/)
  expect(screen).toMatch(
    /Next: pay in the web app, https:\/\/web\.example\.com, then run topo billing show/,
  )
  const cwd = folder()
  put(join(cwd, 'topo.config.json'), '{ "webUrl": "https://project.example.com" }')
  const { stderr: note } = await topo(buy, { cwd, env: as(url) })
  expect(note).toContain('in a widget on a page of the web app. It')
  expect(note).not.toContain('project.example.com')
})

test('buy accepts null for the other way to pay; without both it fails and names the payment', async () => {
  const { url } = await testServer(
    json(200, { paymentId: 'p1', orderId: null, paymentUrl: null, widget: { publicId: 'pk' } }),
  )
  expect(await topo(buy, { env: as(url) })).toMatchObject({ code: 0, stdout: 'publicId\tpk\n' })
  const neither = await testServer(json(200, { paymentId: 'p1' }))
  const { code, stdout } = await topo([...buy, '--json'], { env: as(neither.url) })
  expect([code, JSON.parse(stdout).error]).toMatchObject([
    1,
    {
      code: 'TOPO_ANSWER_UNKNOWN',
      message: expect.stringMatching(/payment p1 but gave neither an address nor a widget/),
      details: { paymentId: 'p1' },
    },
  ])
})

test('billing errors have their own codes', async () => {
  const { url } = await mock()
  const env = as(url)
  const promo = await topo([...buy, '--promo', 'SUBONLY'], { env })
  expect([promo.code, promo.stderr]).toEqual([1, expect.stringContaining('[TOPO_PROMO_REJECTED]')])
  expect(promo.stderr).toContain('it is not valid for this plan or bundle')
  const none = await topo(['billing', 'buy', 'nothing'], { env })
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('topo billing bundles')])
  const owned = await topo(buy, { env: as(url, 'erin') })
  expect([owned.code, owned.stderr]).toEqual([6, expect.stringContaining('[TOPO_ALREADY_OWNED]')])
  // The plain 400 of the document.
  await fault(url, { path: '/v1/billing/subscribe', status: 400, body: {} })
  const plain = await topo(
    ['billing', 'subscribe', 'x', '--accept-recurring', '--policy-version', '1'],
    {
      env,
    },
  )
  expect([plain.code, plain.stderr]).toEqual([
    1,
    expect.stringMatching(/consent to recurring charges is missing.*\[TOPO_NEEDS_CONSENT\]/),
  ])
})

test('buy --dry-run orders nothing, and a failed order can be repeated', async () => {
  const { url } = await mock()
  const dry = await topo([...buy, '--promo', 'SAVE20', '--dry-run'], { env: as(url) })
  expect(dry.stdout).toMatch(/^POST \/v1\/billing\/purchase-bundle\n/)
  expect(await writes(url)).toEqual([])
  const order = async () =>
    JSON.parse((await topo([...buy, '--promo', 'SAVE20', '--json'], { env: as(url) })).stdout)
  const { paymentId } = await order()
  await settle(url, paymentId, 'failed')
  expect((await order()).paymentId).not.toBe(paymentId)
  expect((await requests(url)).filter(({ status }) => status !== 200)).toEqual([])
})
