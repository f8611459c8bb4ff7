/** Self-signed certificate for loopback, and a server that uses it. */
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'
import { onTestFinished } from 'vitest'
import type { Reply } from '../api/server.ts'

const dayMs = 86_400_000

/** Valid for so many days from now; a negative number has expired. */
export function selfSigned(days = 30): Promise<{ cert: string; private: string }> {
  return generate([{ name: 'commonName', value: '127.0.0.1' }], {
    // Keys of this kind are fast to create.
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 400 * dayMs),
    notAfterDate: new Date(Date.now() + days * dayMs),
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 2, value: 'service.example' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  })
}

export type Certificate = Awaited<ReturnType<typeof selfSigned>>

export async function secureServer(reply: Reply, days?: number, known?: Certificate) {
  const certificate = known ?? (await selfSigned(days))
  let count = 0
  const server = createServer(
    { key: certificate.private, cert: certificate.cert },
    (request, response) => reply(request, response, ++count),
  )
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pem: certificate.cert,
  }
}
