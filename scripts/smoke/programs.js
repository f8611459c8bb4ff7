// Runs programs with a time limit, in an environment without settings of this checkout.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

const LIMIT_MS = 120_000
const isWindows = process.platform === 'win32'

/** A command line, the folder of the `node` it shall find, and variables. */
const environmentOf = ({ node = process.execPath, env = {} }) => {
  // `npm run` sets variables that other package managers would read.
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_(?!config_registry$)|TOPO_|INIT_CWD$|NODE_OPTIONS$)/.test(name),
  )
  const { PATH, Path = PATH } = process.env
  return {
    ...Object.fromEntries(kept),
    PATH: `${dirname(node)}${delimiter}${Path}`,
    CI: '',
    NO_COLOR: '1',
    ...env,
  }
}

/** Starts a program in its own process group, so that signals reach what it started. */
function start([file, ...args], options) {
  return spawn(file, args, {
    cwd: options.cwd,
    env: environmentOf(options),
    detached: !isWindows,
    // On Windows, package managers write command files, which only a shell runs.
    shell: isWindows && !file.endsWith('.exe'),
  })
}

function stop(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return
  if (isWindows) child.kill(signal)
  else process.kill(-child.pid, signal)
}

/** @returns the exit code and both outputs */
export async function attempt(command, options) {
  const child = start(command, options)
  const timer = setTimeout(() => stop(child, 'SIGKILL'), LIMIT_MS)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
  child.stdin.on('error', () => {})
  child.stdin.end(options.input ?? '')
  const [code] = await once(child, 'close')
  clearTimeout(timer)
  return { code, stdout, stderr }
}

/** @returns stdout @throws Error with both outputs if the program fails */
export async function run(command, options) {
  const { code, stdout, stderr } = await attempt(command, options)
  if (code === 0) return stdout
  throw new Error(`${command.join(' ')} exited with ${code}\n${stdout}${stderr}`)
}

/** Starts a server that prints `{ url }` first, gives the url to `use`, and stops the server as Ctrl-C does. */
export async function serve(command, options, use) {
  const child = start(command, options)
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
  const closed = once(child, 'close')
  const timer = setTimeout(() => stop(child, 'SIGKILL'), LIMIT_MS)
  try {
    const [line] = await Promise.race([
      once(createInterface(child.stdout), 'line'),
      closed.then(([exit]) => Promise.reject(new Error(`exited with ${exit}`))),
    ])
    await use(JSON.parse(line).url)
    stop(child, 'SIGINT')
    const [code] = await closed
    if (code !== 0 && !isWindows) throw new Error(`exited with ${code} after Ctrl-C`)
  } catch (error) {
    throw new Error(`${command.join(' ')}: ${error.message}\n${stderr}`)
  } finally {
    stop(child, 'SIGKILL')
    clearTimeout(timer)
  }
}

/** Megabytes of all files below a folder, without what links point to. */
export function megabytesOf(folder) {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) bytes += megabytesOf(path) * 1e6
    else if (entry.isFile()) bytes += lstatSync(path).size
  }
  return bytes / 1e6
}
