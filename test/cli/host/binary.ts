/** A `topo` for shell pipelines that starts quickly. */
import { chmodSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { folder, put } from '../topo.ts'
import { type Call, runWarm } from './pool.ts'

const client = resolve(import.meta.dirname, 'client.js')

/** @returns the command line that a shell runs as `topo`, without arguments */
export async function warmBinary(): Promise<string> {
  const path = join(folder(), 'host')
  // Windows has sockets by name only.
  const socket = process.platform === 'win32' ? `\\\\.\\pipe\\${path}` : path
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    let asked = ''
    connection.setEncoding('utf8').on('data', (text: string) => {
      asked += text
    })
    connection.on('end', async () => {
      const call = JSON.parse(asked) as Pick<Call, 'argv' | 'cwd' | 'env' | 'input'>
      connection.end(JSON.stringify(await runWarm(call)))
    })
  })
  await new Promise<void>((done) => server.listen(socket, done))
  onTestFinished(() => void server.close())
  return [process.execPath, client, socket].map((word) => `"${word}"`).join(' ')
}

/** Folder for the PATH, with programs of these lines. */
export function programs(lines: Record<string, string>): string {
  const path = folder()
  for (const [name, line] of Object.entries(lines)) {
    put(join(path, name), `#!/bin/sh\n${line}\n`)
    chmodSync(join(path, name), 0o755)
  }
  return path
}
