// Tools of the benchmarks: medians, processes in pairs, and bounded bursts of requests to loopback.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
export const topo = join(root, 'bin', 'run.js')

export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

/** Run time of a process in milliseconds. */
export function timed(args, cwd, node = process.execPath) {
  const begin = performance.now()
  spawnSync(node, args, { cwd, stdio: 'ignore' })
  return performance.now() - begin
}

/** Median time of a command as a multiple of `node -e 0`; both alternate, so that they meet the same load. */
export function againstNode(args, cwd, { rounds = 15, node = process.execPath } = {}) {
  const pairs = Array.from({ length: rounds }, () => [
    timed(['-e', '0'], cwd, node),
    timed(args, cwd, node),
  ])
  const bare = median(pairs.map(([b]) => b))
  const milliseconds = median(pairs.map(([, c]) => c))
  return { ratio: milliseconds / bare, milliseconds, bare }
}

/** Milliseconds from the start of a process to its first output after this input. */
export function firstAnswer(args, input, cwd, node = process.execPath) {
  const begin = performance.now()
  const child = spawn(node, args, { cwd, stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.write(input)
  return new Promise((resolve) => {
    child.stdout.once('data', () => {
      const milliseconds = performance.now() - begin
      child.stdin.end()
      child.on('close', () => resolve(milliseconds))
    })
  })
}

/** Starts a server process; `ready` extracts its address from a line of output. */
export async function server(args, ready, cwd = root) {
  const begin = performance.now()
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      const found = ready(output)
      if (found) resolve(found)
    })
    child.on('close', () => reject(new Error(`${args.join(' ')} ended: ${output}`)))
  })
  const stop = () => {
    child.kill()
    return once(child, 'close')
  }
  return { url, pid: child.pid, milliseconds: performance.now() - begin, stop }
}

/** Requests per second over 32 connections, after as many to warm up. */
export async function throughput(url, path, count, { headers = {}, method = 'GET' } = {}) {
  const fields = Object.entries({ host: new URL(url).host, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const length = method === 'GET' ? [] : ['content-length: 0']
  const request = Buffer.from(
    [`${method} ${path} HTTP/1.1`, ...fields, ...length, '', ''].join('\r\n'),
  )
  await burst(url, request, count)
  const begin = performance.now()
  await burst(url, request, count)
  return count / ((performance.now() - begin) / 1000)
}

/** Only sockets: an HTTP client takes longer for a request than a fast service for its answer, and would be what is measured. */
async function burst(url, request, count) {
  const { hostname, port } = new URL(url)
  let left = count
  const client = () =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      let received = ''
      const next = () => {
        if (left-- > 0) socket.write(request)
        else socket.end()
      }
      socket.setNoDelay(true)
      socket.on('connect', next)
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1')
        const answered = lengthOfAnswer(received)
        if (answered === undefined || received.length < answered) return
        if (!/^HTTP\/1\.1 2/.test(received)) socket.destroy(new Error(received.split('\r\n', 1)[0]))
        received = received.slice(answered)
        next()
      })
      socket.on('error', reject)
      socket.on('close', resolve)
    })
  await Promise.all(Array.from({ length: 32 }, client))
}

/** Returns the length of a whole answer in characters; undefined until it is known. */
function lengthOfAnswer(received) {
  const head = received.indexOf('\r\n\r\n')
  if (head === -1) return undefined
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(received.slice(0, head + 2)) ?? []
  if (length !== undefined) return head + 4 + Number(length)
  const end = received.indexOf('\r\n0\r\n\r\n', head)
  return end === -1 ? undefined : end + 7
}

/**
 * For `--import`: writes what the system counts for the process, threads included, when it exits.
 * @param usage an expression of the result of `process.resourceUsage()`
 */
const noteOfUsage = (file, usage) =>
  `data:text/javascript,${encodeURIComponent(
    `import { isMainThread } from 'node:worker_threads'
     import { writeFileSync } from 'node:fs'
     const usage = () => { const used = process.resourceUsage(); return ${usage} }
     if (isMainThread) process.on('exit', () => writeFileSync(${JSON.stringify(file)}, String(usage())))`,
  )}`

/** The peak memory in kilobytes. */
export const noteOfPeak = (file) => noteOfUsage(file, 'used.maxRSS')

/** Processor time of a process in milliseconds, its threads included. */
export function processorTime(args, cwd) {
  const file = join(mkdtempSync(join(tmpdir(), 'topo-bench-')), 'time')
  const note = noteOfUsage(file, '(used.userCPUTime + used.systemCPUTime) / 1000')
  const { signal } = spawnSync(process.execPath, ['--import', note, ...args], {
    cwd,
    stdio: 'ignore',
  })
  if (signal !== null) throw new Error(`${args.join(' ')} ended by ${signal}`)
  return Number(readFileSync(file, 'utf8'))
}
