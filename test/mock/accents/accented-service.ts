/** The embedded service with accents on a port, and what it answers byte by byte. */
import { onTestFinished } from 'vitest'
import type { AccentName } from '../../../src/mock/accents/names.ts'
import type { MockSettings } from '../../../src/mock/create-mock.ts'
import type { ScriptRow } from '../../../src/mock/database/rows.ts'
import { serve } from '../../../src/mock/serve.ts'
import { rowsOf } from '../visibility.ts'

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape.
  body: any
}

const start = '2026-03-01T12:00:00.250Z'

export async function accentedService(accents: AccentName[], settings: Partial<MockSettings> = {}) {
  const { url, control, close } = await serve({
    ...{ port: 0, host: '127.0.0.1', seed: 1, now: () => Date.parse(start), accents },
    ...settings,
  })
  onTestFinished(close)
  const ask = async (
    method: string,
    path: string,
    { body, key = 'ca_demo_alice' }: { body?: unknown; key?: string } = {},
  ): Promise<Answer> => {
    const response = await fetch(path.startsWith('http') ? path : url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type') === 'application/json'
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : text,
    }
  }
  return {
    url,
    control,
    ask,
    get: (path: string) => ask('GET', path),
    script: (slug: string) =>
      rowsOf<ScriptRow>(control.state(), 'scripts').find((row) => row.slug === slug) as ScriptRow,
  }
}

export const sketch = (slug: string, more: object = {}) => ({
  ...{ slug, name: slug, type: 'sketch', code: `// ${slug}\n` },
  ...more,
})
