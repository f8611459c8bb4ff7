/** A wrong command line is answered in one sentence that names the mistake, and a hint that leads on. */
import { expect, test } from 'vitest'
import { folder, script, topo } from '../topo.ts'

/** A wrong command line, the sentence that names the mistake, and the hint. */
const mistakes = `
script show
  "topo show" needs SCRIPT (slug, id, file or URL).
  For example: topo show payments-platform

comments add
  "topo comments add" needs SCRIPT (slug, id, file or URL) and TEXT (text of the comment; - reads standard input).
  For example: topo comments add hello-topology "Which region is this?" --node web

workspaces transfer acme
  "topo workspaces transfer" needs USERNAME (user name of the new owner).
  For example: topo workspaces transfer Platform alice --yes

new Order token service
  "topo new" takes only NAME, but "token service" was given too.
  Put a name of several words in quotes.

version
  There is no command "topo version".
  Did you mean "topo --version"?

lint
  There is no command "topo lint".
  Did you mean "topo validate"?

plan diagrams
  There is no command "topo plan diagrams".
  Did you mean "topo push --dry-run"?

sync
  There is no command "topo sync".
  Did you mean "topo push" or "topo pull"?

ls
  There is no command "topo ls".
  Did you mean "topo list"?

up
  There is no command "topo up".
  Did you mean "topo push"?

constructor
  There is no command "topo constructor".
  Run "topo --help" to see all commands.

--versoin
  Expected a command, but found the flag "--versoin".
  Did you mean "topo --version"?

help check
  There is no help for "check".
  Did you mean "topo help validate"?

help plan
  There is no help for "plan".
  Did you mean "topo help push"?

help nonsense
  There is no help for "nonsense".
  Run "topo --help" to see all commands and topics.

script versions a b c
  "topo script versions" takes only SCRIPT, but "b c" was given too.
  Run "topo script versions -h" to see how it is used.

push --dry-rum
  "topo push" has no flag --dry-rum.
  Did you mean --dry-run?

render --out x.svg
  "topo render" has no flag --out.
  Did you mean --output or --output-file?

render --desc
  "topo render" has no flag --desc.
  Did you mean --descriptions?

diff a --output-path=x.svg
  "topo diff" has no flag --output-path.
  Did you mean --output?

render . shop.svg
  shop.svg is no script.
  To write a picture to it: topo render . -o shop.svg

render a.svg b.png
  a.svg is no script.
  To write a picture to it: topo render SCRIPT -o a.svg

push --xyz
  "topo push" has no flag --xyz.
  Run "topo push -h" to see its flags.

push --on-conflict bogus
  --on-conflict must be ask, fail, overwrite or skip, not "bogus".
  Run "topo push -h" to see how it is used.

mock start --provider widgit
  --provider must be bank, widget or none, not "widgit".
  Did you mean widget?

script render --format
  --format needs a value: svg, html, mermaid, sequence, dot, plantuml, drawio, text, json or png.
  Run "topo render -h" to see how it is used.

push --concurrency 0
  --concurrency must be a whole number from 1, not "0".
  Run "topo push -h" to see how it is used.

script restore shop two
  The argument must be a whole number, not "two".
  Run "topo script restore -h" to see how it is used.

push --plan a --plan-out b
  --plan-out and --plan cannot be used together.
  Run "topo push -h" to see how it is used.

init --preview
  --preview works only with --ci.
  Run "topo init -h" to see how it is used.

push a.topology.js ''
  One of PATHS is empty.
  Check the variable that it comes from. The whole folder is \`.\`.

export ''
  DIR is empty.
  Check the variable that it comes from. The whole folder is \`.\`.

validate --baseline ''
  --baseline is empty.
  Check the variable that it comes from. The whole folder is \`.\`.
`

test.each(
  mistakes
    .trim()
    .split('\n\n')
    .map((one) => one.split('\n  ') as [string, string, string]),
)('topo %s: %s', async (line, message, hint) => {
  const cwd = folder()
  const words = line.split(' ').map((word) => (word === "''" ? '' : word))
  const said = await topo(words, { cwd })
  expect(said).toMatchObject({
    code: 2,
    stdout: '',
    stderr: `error ${message} [TOPO_USAGE]\nhint  ${hint}\n`,
  })
  const { code, stdout } = await topo([...words, '--json'], { cwd })
  // A flag without its value takes the next word for it.
  if (line.endsWith('--format')) return
  expect([code, JSON.parse(stdout).error]).toMatchObject([2, { code: 'TOPO_USAGE', message, hint }])
})

test('a file without a service leads to its preview', async () => {
  const cwd = folder()
  const { code, stderr } = await topo(['open', 'shop.topology.js'], { cwd })
  expect([code, stderr]).toEqual([
    2,
    'error No service is configured. [TOPO_NO_SERVICE]\nhint  "topo preview shop.topology.js" shows the file without a service. Run "topo login", set TOPO_BASE_URL, or add --local to use the local service.\n',
  ])
  const slug = await topo(['open', 'shop'], { cwd })
  expect(slug.stderr).not.toContain('preview')
})

test('a key on the command line is not repeated, and the message says where it belongs', async () => {
  for (const line of [
    'push --api-key=ca_live_secret',
    'push --token secret',
    'login --with-key secret',
    'login secret',
    'whoami ca_live_secret',
    'ca_live_secret',
    'config set apiKey secret',
  ]) {
    const { code, stderr } = await topo(line.split(' '), { cwd: folder() })
    expect([line, code, stderr]).toEqual([line, 2, expect.stringMatching(/TOPO_API_KEY.*history/)])
    expect([line, stderr]).not.toEqual([line, expect.stringContaining('secret')])
  }
})

test('--debug prints the error of the parser behind ours', async () => {
  for (const line of ['script show', 'push --xyz', 'push --concurrency 0']) {
    const { stderr } = await topo([...line.split(' '), '--debug'], { cwd: folder() })
    expect([line, stderr]).toEqual([line, expect.stringMatching(/\ncaused by \S*Error: /)])
  }
})

test('an extra word is answered alike, whether oclif takes it for a part of the command or not', async () => {
  const behind = await topo(['quota', 'x'])
  const after = await topo(['quota', '--quiet', 'x'])
  expect(behind).toMatchObject({ code: 2, stderr: after.stderr })
  expect(after.stderr).toContain('"topo quota" takes no argument, but "x" was given.')
})

test('a folder of pictures without a slash leads to one', async () => {
  const cwd = folder({ 'shop.topology.js': script('shop') })
  const { code, stderr } = await topo(['render', '-o', 'pictures', '--write'], { cwd })
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(
      'hint  For a folder, end it with a slash: -o pictures/. For a file, add --format, one of svg, ',
    ),
  ])
})

test('a misspelt path needs no service to be answered with the file that is meant', async () => {
  const cwd = folder({ 'shop.topology.js': script('shop') })
  for (const line of [
    'show shop.topolgy.js',
    'push shop.topolgy.js',
    'render shop.topolgy.js',
    'validate shop.topolgy.js',
    'script star shop.topolgy.js',
  ]) {
    const { code, stderr } = await topo(line.split(' '), { cwd })
    expect([line, code, stderr]).toEqual([
      line,
      2,
      expect.stringContaining('Did you mean "shop.topology.js"?'),
    ])
  }
})
