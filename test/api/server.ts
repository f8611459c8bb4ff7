/** Minimal HTTP server for a test, on a free loopback port. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Reply = (request: IncomingMessage, response: ServerResponse, count: number) => void

export interface TestServer {
  readonly url: string
  /** Received requests, in order. */
  readonly requests: IncomingMessage[]
}

export async function testServer(reply: Reply): Promise<TestServer> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    reply(request, response, requests.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests }
}

/** URL of a closed port. */
export async function closedAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

/** Reply with a status and JSON. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (_request, response) => {
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
  }

/** Sends the replies one after the other, then repeats the last. */
export const sequence =
  (...replies: Reply[]): Reply =>
  (request, response, count) =>
    (replies[count - 1] ?? replies.at(-1))?.(request, response, count)
