// Writes what is made from the sources and kept in git; with --check it fails when any of it is not up to date.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { actionTables, actionYaml } from './action-metadata.js'
import { sectionsForUsers } from './documents.js'
import { galleryFiles } from './gallery.js'
import { languageText, sheetScripts } from './language.js'
import { gitlabComponent, mcpServer } from './offers.js'
import { llmsText, pageLinks } from './pages.js'
import {
  commandReference,
  environmentTable,
  exitCodeTable,
  markdownTable,
  rulesTable,
  topicText,
  withPart,
} from './reference.js'
import {
  extensionManifest,
  pagesWithRepository,
  withAction,
  withAddresses,
  withFields,
} from './repository.js'
import { roomsScript } from './rooms.js'
import { source } from './source.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const check = process.argv.includes('--check')

const read = (path) => readFileSync(join(root, path), 'utf8')

/** The commands. The manifest is built, not kept: without it nothing is known of them. */
async function builtCommands() {
  if (!existsSync(join(root, 'oclif.manifest.json')))
    throw new Error('There is no oclif.manifest.json: run "npm run build" first.')
  const { commandsOf } = await source('src/cli/manifest.ts')
  return commandsOf(JSON.parse(read('oclif.manifest.json')))
}

async function documents(meanings) {
  const { oclif, version } = JSON.parse(read('package.json'))
  const [{ environmentVariables }, { ci }] = await Promise.all(
    ['environment', 'ci'].map((name) => source(`src/cli/help/topics/${name}.ts`)),
  )
  const { rules } = await source('src/validator/rules/index.ts')
  const { requestsHeader, requestsRows } = await source('bench/requests.ts')
  const { projectRules } = await source('src/validator/project-rules.ts')
  const parts = {
    'docs/commands.md': {
      commands: commandReference({ commands: await builtCommands() }, Object.keys(oclif.topics)),
      'exit codes': exitCodeTable(meanings),
    },
    'docs/rules.md': { rules: rulesTable([...rules, ...projectRules]) },
    'docs/environment.md': { environment: environmentTable(environmentVariables) },
    'docs/continuous-integration.md': {
      requests: markdownTable(requestsHeader, requestsRows()),
      // docs/platform.md is about several repositories.
      pipelines: topicText(
        { sections: ci.sections.filter(({ title }) => !title.includes('several repositories')) },
        version,
      ),
    },
    'docs/action.md': { action: actionTables(action) },
    'README.md': { documents: pageLinks(sectionsForUsers) },
  }
  return Object.fromEntries(
    Object.entries(parts).map(([path, named]) => [
      path,
      Object.entries(named).reduce((text, [name, part]) => withPart(text, name, part), read(path)),
    ]),
  )
}

/** Light and dark pictures of a script of docs/pictures, drawn by the built topo. */
const pictures = (name, script = read(`docs/pictures/${name}.topology.js`)) =>
  inBothThemes(name, ['render', '-'], { cwd: root, input: script })

/** @param options of the process that draws */
function inBothThemes(name, command, options) {
  const draw = (theme) =>
    execFileSync(
      process.execPath,
      [join(root, 'bin/run.js'), ...command, '--format', 'svg', '--theme', theme],
      { encoding: 'utf8', ...options },
    )
  return Object.fromEntries(
    ['light', 'dark'].map((theme) => [`docs/pictures/${name}-${theme}.svg`, draw(theme)]),
  )
}

/** The pictures of the tutorial: its first script, and what its change adds. */
function tutorial() {
  const page = read('docs/tutorial.md')
  const [, script] = /```js\n(.*?)```/s.exec(page)
  const [, change] = /```diff\n(.*?)```/s.exec(page)
  const side = (without) =>
    change
      .split('\n')
      .filter((line) => !line.startsWith(without))
      .map((line) => line.slice(1))
      .join('\n')
  const folder = mkdtempSync(join(tmpdir(), 'topo-tutorial-'))
  const versions = {
    'before.topology.js': script,
    'after.topology.js': script.replace(side('+'), side('-')),
  }
  try {
    for (const [name, text] of Object.entries(versions)) writeFileSync(join(folder, name), text)
    return {
      ...pictures('tutorial', script),
      ...inBothThemes('tutorial-changes', ['diff', ...Object.keys(versions)], { cwd: folder }),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The script and the pictures of the rooms of `src`, or of the folders of one room. */
function rooms(name, room) {
  const script = roomsScript(room)
  return { [`docs/pictures/${name}.topology.js`]: script, ...pictures(name, script) }
}

/** The page of the language with its pictures, and the guide for assistants. */
async function language() {
  const words = await source('src/validator/vocabulary.ts')
  const path = 'docs/pictures/language'
  const sheets = sheetScripts(words)
  const names = readdirSync(join(root, path))
    .filter((name) => name.endsWith('.topology.js'))
    .map((name) => name.replace('.topology.js', ''))
    .filter((name) => !(name in sheets))
    .sort()
  const scripts = Object.fromEntries(
    names.map((name) => [name, read(`${path}/${name}.topology.js`)]),
  )
  const template = read('scripts/language.md')
  const content = { words, types: read('templates/topology.d.ts'), scripts }
  const folder = mkdtempSync(join(tmpdir(), 'topo-language-'))
  const render = (...args) =>
    execFileSync(process.execPath, [join(root, 'bin/run.js'), 'render', ...args], { cwd: folder })
  try {
    const all = Object.entries({ ...scripts, ...sheets }).map(([name, script]) => [
      `${name}.topology.js`,
      script,
    ])
    for (const [name, script] of all) writeFileSync(join(folder, name), script)
    render(...all.map(([name]) => name), '-o', './')
    render('cold-cache.topology.js', '--format', 'sequence', '-o', 'cold-cache-sequence.svg')
    return {
      'docs/language.md': languageText(template, content, false),
      'templates/script-guide.md': languageText(template, content, true),
      ...Object.fromEntries(
        readdirSync(folder).map((name) => [
          `${path}/${name}`,
          readFileSync(join(folder, name), 'utf8'),
        ]),
      ),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const action = await source('src/action/step/metadata.ts')
const { configJsonSchema } = await source('src/project/config/config-schema.ts')
const { resultJsonSchema } = await source('src/reporters/result-schema.ts')
const { exitCodeMeanings } = await source('src/cli/help/topics/exit-codes.ts')
const files = {
  'templates/topo.config.schema.json': `${JSON.stringify(configJsonSchema(), null, 2)}\n`,
  'templates/validation.schema.json': `${JSON.stringify(resultJsonSchema(), null, 2)}\n`,
  ...(await documents(exitCodeMeanings)),
  ...(await language()),
  ...(await galleryFiles()),
  ...pictures('checkout'),
  ...tutorial(),
  ...rooms('rooms'),
  ...rooms('project-rooms', 'project'),
  ...rooms('sync-rooms', 'sync'),
  ...rooms('cli-rooms', 'cli'),
  ...rooms('render-rooms', 'render'),
  ...rooms('mock-rooms', 'mock'),
  'action.yml': actionYaml(action),
  'llms.txt': llmsText(sectionsForUsers),
}

const { topoRepository } = await source('src/cli/io/repository.ts')
files['package.json'] = withFields(read('package.json'), topoRepository)
const manifestOfPackage = JSON.parse(files['package.json'])
files['server.json'] = mcpServer(manifestOfPackage, topoRepository)
const extension = 'editors/vscode/package.json'
files[extension] = extensionManifest(read(extension), manifestOfPackage)
files['templates/diagrams/template.yml'] = gitlabComponent(
  read('templates/ci/gitlab/diagrams.yml'),
  manifestOfPackage,
)
for (const path of pagesWithRepository)
  files[path] = withAddresses(files[path] ?? read(path), topoRepository)
const workflows = readdirSync(join(root, 'templates/ci/github')).map(
  (name) => `templates/ci/github/${name}`,
)
for (const path of [...workflows, 'docs/action.md'])
  files[path] = withAction(files[path] ?? read(path), topoRepository)

for (const [path, text] of Object.entries(files)) {
  const file = join(root, path)
  let current
  try {
    current = readFileSync(file, 'utf8')
  } catch {}
  if (current === text) continue
  if (check) {
    console.error(`${path} is not up to date: run "node scripts/generate.js"`)
    process.exitCode = 1
  } else {
    writeFileSync(file, text)
    console.log(`wrote ${path}`)
  }
}
