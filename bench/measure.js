// Tools of the benchmarks: medians, processes in pairs, and bounded bursts of requests to loopback.
import { spawn, spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'

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
  const pairs = Array.from({ length: rounds }, () => [timed(['-e', '0'], cwd, node), timed(args, cwd, node)])
  const [bare, milliseconds] = [median(pairs.map(([b]) => b)), median(pairs.map(([, c]) => c))]
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
  return { url, pid: child.pid, milliseconds: performance.now() - begin, stop: () => child.kill() }
}

/** Requests per second over 32 connections, after as many to warm up. */
export async function throughput(url, path, count, headers = {}, method = 'GET') {
  const pool = new Pool(url, { connections: 32 })
  const burst = async () => {
    let left = count
    const client = async () => {
      while (left-- > 0) await (await pool.request({ path, method, headers })).body.dump()
    }
    await Promise.all(Array.from({ length: 32 }, client))
  }
  await burst()
  const begin = performance.now()
  await burst()
  const rate = count / ((performance.now() - begin) / 1000)
  await pool.close()
  return rate
}

/** For `--import`: writes the peak memory of the process in kilobytes, as counted by the system, when it exits. */
export const noteOfPeak = (file) =>
  `data:text/javascript,${encodeURIComponent(
    `import { isMainThread } from 'node:worker_threads'
     import { writeFileSync } from 'node:fs'
     if (isMainThread) process.on('exit', () => writeFileSync(${JSON.stringify(file)}, String(process.resourceUsage().maxRSS)))`,
  )}`
