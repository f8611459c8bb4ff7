/** TypeScript's own language server, as an editor drives it: open files, errors, hovers, completions. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'

const tsc = resolve(import.meta.dirname, '../../../node_modules/typescript/bin/tsc')

/** `CompletionItemKind.Text` */
const TEXT = 1

interface Message {
  id?: number
  method?: string
  params?: { items?: unknown[] }
  result?: unknown
  error?: { message: string }
}

/** The server for a folder, stopped at the end of the test. */
export async function languageServer(folder: string) {
  const child = spawn(process.execPath, [tsc, '--lsp', '--stdio'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const waiting = new Map<number, (message: Message) => void>()
  const send = (message: object) => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }))
    child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`)
    child.stdin.write(body)
  }
  const receive = ({ id, method, params, ...answer }: Message) => {
    if (id === undefined) return
    // Questions about settings: the editor has none.
    if (method !== undefined) send({ id, result: params?.items?.map(() => null) ?? null })
    else waiting.get(id)?.(answer)
  }
  let buffer = Buffer.alloc(0)
  child.stdout.on('data', (data: Buffer) => {
    buffer = Buffer.concat([buffer, data])
    for (;;) {
      const end = buffer.indexOf('\r\n\r\n')
      const length = Number(
        /Content-Length: (\d+)/i.exec(buffer.subarray(0, Math.max(end, 0)).toString())?.[1],
      )
      if (end < 0 || buffer.length < end + 4 + length) return
      const body = buffer.subarray(end + 4, end + 4 + length).toString()
      buffer = buffer.subarray(end + 4 + length)
      receive(JSON.parse(body))
    }
  })
  let requests = 0
  const ask = async (method: string, params: object): Promise<unknown> => {
    const id = ++requests
    const answered = new Promise<Message>((done) => waiting.set(id, done))
    send({ id, method, params })
    const { result, error } = await answered
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  const uriOf = (path: string) => pathToFileURL(join(folder, path)).href
  const inDocument = (path: string) => ({ textDocument: { uri: uriOf(path) } })
  const position = (path: string, before: string) => {
    const text = readFileSync(join(folder, path), 'utf8')
    const at = text.indexOf(before)
    if (at < 0) throw new Error(`${path} does not contain ${before}`)
    const lines = text.slice(0, at + before.length).split('\n')
    return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 }
  }

  await ask('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: { textDocument: { hover: { contentFormat: ['plaintext'] }, diagnostic: {} } },
  })
  send({ method: 'initialized', params: {} })
  return {
    open: (path: string) => {
      const languageId = path.endsWith('ts') ? 'typescript' : 'javascript'
      const text = readFileSync(join(folder, path), 'utf8')
      const textDocument = { uri: uriOf(path), languageId, version: 1, text }
      send({ method: 'textDocument/didOpen', params: { textDocument } })
    },
    /** Messages of errors and warnings. */
    problems: async (path: string): Promise<string[]> => {
      const { items } = (await ask('textDocument/diagnostic', inDocument(path))) as {
        items: { message: string; severity: number }[]
      }
      return items.filter(({ severity }) => severity <= 2).map(({ message }) => message)
    },
    /** The text that an editor shows for the word that ends with `before`. */
    hover: async (path: string, before: string): Promise<string> => {
      const at = { ...inDocument(path), position: position(path, before.slice(0, -1)) }
      const hover = (await ask('textDocument/hover', at)) as { contents: { value: string } } | null
      return hover?.contents.value ?? ''
    },
    /** The labels that an editor offers behind `before`. */
    completions: async (path: string, before: string): Promise<string[]> => {
      const at = { ...inDocument(path), position: position(path, before) }
      const found = (await ask('textDocument/completion', at)) as {
        items: { label: string; kind: number }[]
      } | null
      // In JavaScript, an editor also offers any word of the file.
      const offered = (found?.items ?? []).filter(({ kind }) => kind !== TEXT)
      return offered.map(({ label }) => label.replace(/^['"]|['"]$|\?$/g, ''))
    },
  }
}
