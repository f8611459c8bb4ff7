/**
 * Runs each `sh` block of the pages for users in its own project, whose scripts have been pushed. `test/cli/tutorial` runs those of the tutorial. Stand-ins take the place of what a test must not do.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '../../action/step.ts'
import { oneOf } from '../../cases.ts'
import { programs, warmBinary } from '../host/binary.ts'
import { bin, heard, mock, script, topo } from '../topo.ts'

const root = resolve(import.meta.dirname, '../../..')
const pages = [
  'README.md',
  ...readdirSync(resolve(root, 'docs')).map((name) => `docs/${name}`),
].filter(
  (path) => path.endsWith('.md') && path !== 'docs/tutorial.md' && path !== 'docs/decisions.md',
)
const blocksOf = (path: string) =>
  [...readFileSync(resolve(root, path), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(
    ([, text = '']) => text,
  )
const node = `'${process.execPath}'`
/** By name, what runs instead of a program. @param warm a topo that starts quickly */
const standIns = (warm: string) => ({
  // People answer prompts, and stop servers with Ctrl-C.
  topo: `case "$*" in
    login*) echo ca_demo_alice | ${warm} "$@" --with-key ;;
    'doctor --service --write') ${warm} "$@" --yes ;;
    'mock exec'*) exec ${node} '${bin}' "$@" ;;
    preview* | 'open --local')
      case $1 in preview) set -- "$@" --port 0 --no-open ;; esac
      ${node} '${bin}' "$@" > said & until grep -q http said; do sleep 0.1; done
      kill -INT $!; wait $! ;;
    *) exec ${warm} "$@" ;;
  esac`,
  // Installs nothing: test/cli/package and scripts/smoke.js do.
  npm: 'exit 0',
  // A package from the registry; topo-cli is topo.
  npx: 'if [ "$1" = topo-cli ]; then shift; exec topo "$@"; fi',
  // The image's entry point is topo.
  docker: 'while [ "$1" != topo ]; do shift; done; exec "$@"',
  generate: `printf 'slug,file\\nimported,checkout.topology.js\\n'`,
  open: 'exit 0',
  'xdg-open': 'exit 0',
})

const project = {
  'README.md': '# Shop\n\n<!-- topo checkout -->\n<!-- /topo -->\n',
  'checkout.topology.js': `${script('checkout')}export default new FlowBuilder().scenario('buy', 'Buy').from('checkout-web').to('checkout-db')\n`,
  'order-pipeline.topology.js': script('order-pipeline'),
  key: 'ca_demo_alice',
  'docs/flow.mmd': 'flowchart LR\n  web --> api\n',
  'compose.yaml': 'services:\n  web:\n    image: nginx\n',
  'compose.jobs.yaml': 'services:\n  cleanup:\n    image: busybox\n',
  'scripts.csv': 'slug,file\nfrom-table,checkout.topology.js\n',
}

const blocks = pages.flatMap((page) =>
  blocksOf(page).map(
    (block) => [page, block.split('\n')[0]?.replace(/\s+#.*/, ''), block] as const,
  ),
)

test.each(oneOf(12, blocks))(
  '%s: %s',
  { tags: ['git', 'posix'], timeout: 60_000 },
  async (_page, _line, block) => {
    const service = await mock()
    const other = await mock()
    const cwd = repository(project)
    const env = {
      PATH: `${programs(standIns(await warmBinary()))}:${process.env.PATH}`,
      HOME: cwd,
      TERM: 'dumb',
      TOPO_CONFIG_HOME: resolve(cwd, '.config'),
      TOPO_BASE_URL: service.url,
      TOPO_API_KEY: 'ca_demo_alice',
    }
    expect(await topo(['push'], { cwd, env })).toMatchObject({ code: 0 })
    // It is on main, and the reader creates it now.
    if (block.includes('topo new "Order pipeline"'))
      rmSync(resolve(cwd, 'order-pipeline.topology.js'))
    const text = block
      .replaceAll('https://diagrams.example.com', service.url)
      .replaceAll('https://other.example.com', other.url)
      .replaceAll('/run/secrets/topo', 'key')
    const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', text], { cwd, env })
    child.stdin.end()
    const said = [heard(child.stdout), heard(child.stderr)]
    const [code] = await once(child, 'close')
    expect({ code, said: said.map((one) => one()).join('') }).toMatchObject({ code: 0 })
  },
)
