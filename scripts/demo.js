// `npm run demo`: validates and pushes the templates to the embedded service, and prints the URL of one.
import { spawn, spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = join(root, 'bin', 'run.js')
const data = join(root, '.topo', 'local')

/** Runs topo as typed; stops the demo if it fails. */
function topo(...args) {
  console.log(`\n$ topo ${args.join(' ')}`)
  const { status } = spawnSync(process.execPath, [bin, ...args], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

await build()
topo('validate', 'templates/starters')
topo('push', 'templates/starters', '--local')
topo('script', 'list', '--local')

const service = spawn(
  process.execPath,
  [bin, 'mock', 'start', '--port', '0', '--json', '--data', data],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
const [line] = await service.stdout.take(1).toArray()
const { url } = JSON.parse(String(line))
const page = await fetch(`${url}/v/web-service`)
console.log(`\nThe viewer answers ${page.status} at ${url}/v/web-service`)
service.kill()
console.log('See it in the browser: node bin/run.js open --local')
process.exitCode = page.status === 200 ? 0 : 1
