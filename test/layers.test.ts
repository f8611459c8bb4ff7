/** Checks the rules on imports and on what each room may use; `src/README.md` explains them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'

/** A script without types. */
const imports: {
  sourceFiles: readonly string[]
  codeOf(file: string): string
  importsOf(file: string): string[]
  importedFile(file: string, specifier: string): string
} = await import(pathToFileURL(resolve(import.meta.dirname, '../scripts/imports.js')).href)

const src = resolve(import.meta.dirname, '../src')
const levels: Record<string, number> = {
  text: -1,
  'errors.ts': 0,
  // Every room that waits, or tells a time, is given one.
  'clock.ts': -2,
  // Every room with such a package loads it by this.
  'native-package.ts': -2,
  // What Node and browsers do differently.
  platform: -1,
  'grouped.ts': -1,
  // `start` compiles under the flags that `project` sets.
  'compiler-flags.ts': -1,
  limits: 0,
  // `project` and `lsp` run scripts in it.
  threads: 0,
  // The embedded service and the preview both open ports by it.
  listen: 1,
  topology: 0,
  validator: 1,
  render: 1,
  diff: 1,
  convert: 1,
  api: 1,
  files: 1,
  project: 2,
  raster: 2,
  mock: 2,
  reporters: 2,
  sync: 3,
  query: 3,
  review: 4,
  preview: 5,
  cli: 5,
  commands: 6,
  mcp: 6,
  lsp: 6,
  action: 7,
  exports: 7,
  // Pages that run scripts; also with features of `lsp`.
  browser: 7,
  start: 8,
}

const { sourceFiles: files, codeOf: code, importsOf, importedFile } = imports
const text = (file: string) => readFileSync(join(src, file), 'utf8')
const room = (file: string) => file.split('/')[0] as string
const inRooms = (...rooms: string[]) => files.filter((file) => rooms.includes(room(file)))

test('every source file is in a known room', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((file) => levels[room(file)] === undefined)).toEqual([])
})

const importedFiles = new Map(files.map((file) => [file, importsOf(file)]))

test('no file imports itself, directly or through others', () => {
  const circles: string[] = []
  const done = new Set<string>()
  const follow = (file: string, way: string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '))
    if (way.includes(file) || done.has(file)) return
    for (const imported of importedFiles.get(file) ?? []) follow(imported, [...way, file])
    done.add(file)
  }
  for (const file of files) follow(file, [])
  expect(circles).toEqual([])
})

test('imports go down, never up or sideways', () => {
  const wrong = files.flatMap((file) =>
    (importedFiles.get(file) ?? [])
      .filter((target) => {
        const from = room(file)
        const to = room(target)
        return (
          from !== to &&
          (levels[to] ?? Number.POSITIVE_INFINITY) >= (levels[from] as number) &&
          to !== 'errors.ts'
        )
      })
      .map((target) => `${file} → ${target}`),
  )
  // The commands open these doors; they are the only exceptions.
  const handle = /^commands\/(mcp\.ts → mcp\/(server|session)|lsp\.ts → lsp\/server)\.ts$/
  expect(wrong.filter((step) => !handle.test(step))).toEqual([])
})

test('render and diff know of topology only what describes it, and nothing of other rooms but text, errors and grouped.ts', () => {
  const allowed =
    /^(text\/|(errors|grouped)\.ts$|topology\/model\/(topology|position|resolve-ids)\.ts$)/
  const wrong = inRooms('render', 'diff').flatMap((file) =>
    (importedFiles.get(file) ?? [])
      .filter((target) => room(target) !== room(file) && !allowed.test(target))
      .map((target) => `${file} → ${target}`),
  )
  expect(wrong).toEqual([])
})

test('other rooms import render and diff by their doors', () => {
  const door = /^(render|diff)\/(index|(page|player)\/index)\.ts$/
  const wrong = files.flatMap((file) =>
    (importedFiles.get(file) ?? [])
      .filter((target) => ['render', 'diff'].includes(room(target)) && room(target) !== room(file))
      .filter((target) => !door.test(target))
      .map((target) => `${file} → ${target}`),
  )
  expect(wrong).toEqual([])
})

test('folders beside each other do not import each other; in some rooms, nor do a folder and the files beside it', () => {
  const arrows = new Map<string, string>()
  for (const file of files) {
    for (const target of importedFiles.get(file) ?? []) {
      const from = file.split('/')
      const to = target.split('/')
      const depth = from.findIndex((part, at) => part !== to[at])
      if (depth < 1) continue
      const beside = from.slice(0, depth).join('/')
      const [one, other] = [from, to].map((path) => (path.length > depth + 1 ? path[depth] : '.'))
      const isStrict = ['render', 'mock', 'topology', 'convert'].includes(room(file))
      if (one === other || (!isStrict && [one, other].includes('.'))) continue
      arrows.set(`${beside}: ${one} → ${other}`, `${file} → ${target}`)
    }
  }
  const mutual = [...arrows].filter(([arrow]) =>
    arrows.has(arrow.replace(/(\S+) → (\S+)$/, '$2 → $1')),
  )
  expect(mutual).toEqual([])
})

// A page lays out a picture again when groups are folded, and draws nodes again with their descriptions.
test('code for browsers imports only types from code for Node', () => {
  const inPages =
    /^(render\/(player|layout|picture)\/|render\/write\/formats\/svg-node\.ts|preview\/client\/|text\/|topology\/model\/(position|resolve-ids)\.ts|(errors|grouped)\.ts)/
  const wrong = files
    .filter((file) => inPages.test(file))
    .flatMap((file) =>
      [...code(file).matchAll(/^(?:import|export) (?!type ).*from '([^']+)'/gm)]
        .map(([, specifier]) => importedFile(file, specifier as string))
        .filter((target) => !inPages.test(target))
        .map((target) => `${file} → ${target}`),
    )
  expect(wrong).toEqual([])
})

describe('rooms', () => {
  const pure = inRooms('topology', 'validator', 'render', 'diff', 'reporters')
  /** Rooms that work in a folder of scripts. */
  const inFolder = inRooms('files', 'project', 'raster', 'sync', 'query', 'review')
  const clock = /\bDate\.now\b|\bnew Date\(\)|\bperformance\b/
  /** Files that ship with topo: templates, manifest, help, the interpreter. */
  const readOwnFiles = [
    'platform/node/own-files.ts',
    'cli/main.ts',
    'cli/dispatch.ts',
    'cli/completion/complete.ts',
    'cli/help/help.ts',
    'cli/init/agents.ts',
    'cli/init/editor-types.ts',
    'cli/init/init.ts',
    'cli/init/pipeline.ts',
    'commands/script/new/new-script.ts',
    'commands/mcp.ts',
    'action/main.ts',
  ]
  /** Nobody could give these a clock: browsers, and code of a process that ends another one or itself. */
  const ownTimers = [
    'clock.ts',
    'render/player/',
    'preview/client/',
    'browser/page-clock.ts',
    // Defines the timers and the time of a script.
    'topology/sandbox/globals.ts',
    // A process that has nothing left to do but to end.
    'start/main.ts',
    'cli/io/process/signals.ts',
    // End a program, a thread or a computation that takes too long: only real time is used up by it.
    'platform/node/run-esbuild.ts',
    'threads/pool-thread.ts',
    'project/convert/read-drawings.ts',
    'cli/service/key/secret-command.ts',
  ]
  const cases: [string, string[], RegExp][] = [
    ['the pure rooms read no files', pure, /'node:(fs|fs\/promises|child_process|worker_threads)'/],
    [
      'rooms that browsers run import nothing of Node',
      [
        ...inRooms('text', 'topology', 'validator', 'diff', 'convert', 'render'),
        ...files.filter((file) => file.startsWith('platform/browser/')),
        ...inRooms('browser'),
      ],
      /'node:|\bBuffer\./,
    ],
    [
      'the pure rooms use no network',
      pure,
      /'node:(http|https|net|tls|dgram|dns)'|\bfetch\(|'undici'|'ky'/,
    ],
    ['the pure rooms read no clock', pure, clock],
    ['the pure rooms do not use process', pure, /\bprocess\./],
    ['api reads no files', inRooms('api'), /'node:fs|limits\/files/],
    [
      'input from outside is read within limits',
      files.filter((file) => file !== 'limits/files.ts' && !readOwnFiles.includes(file)),
      /\b(readFile|readFileSync|createReadStream|readStream)\b|process\.stdin\.(on|once|read|setEncoding)\b/,
    ],
    ['mock reads no wall clock', inRooms('mock'), /\bDate\.now\b|\bnew Date\(\)/],
    [
      'mock uses files through one module of persist only',
      inRooms('mock').filter((f) => f !== 'mock/persist/files.ts'),
      /'node:fs|limits\/files/,
    ],
    [
      'mock opens a port only in serve, and a socket in persist',
      inRooms('mock').filter((f) => f !== 'mock/serve.ts' && f !== 'mock/persist/sockets.ts'),
      /node-server|'node:(http|net)'/,
    ],
    ['preview opens a port only by listen', inRooms('preview'), /node-server|'node:(http|net)'/],
    ['preview neither prints nor prompts', inRooms('preview'), /\bprocess\.|inquirer/],
    [
      'rooms of a project neither print nor prompt',
      inFolder,
      /\bprocess\.(stdout|stderr|stdin)\b|inquirer/,
    ],
    ['rooms of a project read no wall clock', inFolder, /\bDate\.now\b|\bnew Date\(\)/],
    [
      'time is read, and timers are set, in clock.ts only',
      files.filter((file) => !ownTimers.some((place) => file.startsWith(place))),
      /(?<![.\w])set(Timeout|Interval)\(|\bsetTimeout as\b|\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bAbortSignal\.timeout\b|\bprocess\.uptime\b/,
    ],
    [
      'Babel is called from one module only, which checks the text first',
      files.filter((file) => file !== 'topology/parse/parse-text.ts'),
      /'@babel\/parser'/,
    ],
    ['mcp and lsp do not write to stdout', inRooms('mcp', 'lsp'), /\bprocess\.stdout\b/],
    [
      'lsp uses no network',
      inRooms('lsp'),
      /'node:(http|https|net|tls|dgram|dns)'|\bfetch\(|'undici'|'ky'/,
    ],
    [
      'start shares only the lowest files with the modules that it loads',
      inRooms('start'),
      /from '\.\.\/(?!limits\/|files\/|compiler-flags\.ts)/,
    ],
    [
      'only the outermost rooms use console, exit and environment',
      // Passes on the few variables that programs of Windows need.
      files.filter(
        (file) =>
          !['cli', 'action', 'mcp', 'start'].includes(room(file)) &&
          file !== 'platform/node/run-esbuild.ts',
      ),
      /\bconsole\.|\bprocess\.(exit\b|env\b)/,
    ],
  ]
  // Code of the sandbox is a program with its own console and clock.
  const sandboxed = /`[\s\S]*?`/g
  test.each(cases)('%s', (_rule, where, forbidden) => {
    expect(where.filter((file) => forbidden.test(code(file).replace(sandboxed, '``')))).toEqual([])
  })
})

test('files named in src/README.md and docs/decisions.md exist', () => {
  const documents = ['README.md', '../docs/decisions.md'].map((path) =>
    readFileSync(join(src, path), 'utf8'),
  )
  const named = documents.flatMap((document) =>
    [...document.matchAll(/`([\w./-]+\.ts)`/g)].map(([, name]) => name as string),
  )
  expect(named.length).toBeGreaterThan(50)
  const known = [
    ...files,
    ...readdirSync(resolve(src, '../test'), { recursive: true, encoding: 'utf8' }).map(
      (name) => `test/${name.replaceAll('\\', '/')}`,
    ),
  ]
  expect(named.filter((name) => !known.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([])
})

test('an exported name is unique', () => {
  const declared = /^export (?:async )?(?:const|function|class|interface|type|enum) (\w+)/gm
  const filesOf = new Map<string, string[]>()
  for (const file of files) {
    for (const [, name = ''] of text(file).matchAll(declared))
      filesOf.set(name, [...(filesOf.get(name) ?? []), file])
  }
  /**
   * The contract of a resource and its handlers have its name, as what Node and browsers do
   * differently has one.
   */
  const side = /^(?:(?:api|mock)\/(?=resources\/)|platform\/(?:node|browser)\/)/
  const ofOneThing = (where: string[]) =>
    new Set(where.map((file) => file.replace(side, ''))).size === 1
  /** Exports for other packages have the name of what they wrap. */
  const inside = (where: string[]) => where.filter((file) => room(file) !== 'exports')
  const twice = [...filesOf].filter(([, where]) => inside(where).length > 1 && !ofOneThing(where))
  expect(twice).toEqual([])
})

test('there is one kind of command, and no class is declared to reach a protected method of oclif', () => {
  const exporting = inRooms('commands').filter((file) => /^export default /m.test(text(file)))
  expect(exporting.length).toBeGreaterThan(70)
  expect(
    exporting.filter((file) => !/^export default defineCommand\(\{/m.test(text(file))),
  ).toEqual([])
  expect(files.filter((file) => /\bdeclare class\b/.test(text(file)))).toEqual([])
})

describe('folders', () => {
  const folderOf = (file: string) => file.split('/').slice(0, -1).join('/')
  const folders = new Map<string, string[]>()
  for (const file of files) {
    const folder = folderOf(file)
    folders.set(folder, [...(folders.get(folder) ?? []), file])
  }
  /** Lists of equals, and folders of commands, which are as many as a noun has verbs. */
  const isList = (folder: string) =>
    /^(commands|validator\/rules|(api|mock)\/resources)(\/|$)/.test(folder)

  test('a folder has at most 16 files, except lists of equals', () => {
    const full = [...folders].filter(([folder, inside]) => !isList(folder) && inside.length > 16)
    expect(full.map(([folder, inside]) => `${folder}: ${inside.length}`)).toEqual([])
  })

  test('no folder has a single file, except of commands', () => {
    const isAlone = (folder: string, inside: string[]) =>
      inside.length === 1 && ![...folders.keys()].some((other) => other.startsWith(`${folder}/`))
    const alone = [...folders].filter(
      ([folder, inside]) => !isList(folder) && isAlone(folder, inside),
    )
    expect(alone.map(([folder]) => folder)).toEqual([])
  })
})

test('no file has a meaningless name', () => {
  expect(
    files.filter((file) =>
      /(^|\/)(utils?|helpers?|shared|common|lib|misc|types|managers?)(\/|\.ts$)/.test(file),
    ),
  ).toEqual([])
})
