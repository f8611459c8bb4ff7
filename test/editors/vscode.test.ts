/** The extension for VS Code: what its manifest promises, and what it copies from topo. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { released } from '../../src/cli/init/release.ts'
import { extensionId } from '../../src/cli/io/repository.ts'
import { checkScript } from '../../src/project/check/check.ts'
import { scriptOf } from '../../src/project/script/load.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'editors/vscode')
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const manifest = json(join(folder, 'package.json'))
const { contributes } = manifest
const { snippetsOf } = await import(pathToFileURL(join(folder, 'snippets.js')).href)

describe('the manifest', () => {
  test('has the version of topo, and the name that topo recommends', () => {
    expect(manifest.version).toBe(json(join(root, 'package.json')).version)
    expect(`${manifest.publisher}.${manifest.name}`).toBe(extensionId)
  })

  test('names the commands that the extension registers', () => {
    const code = readFileSync(join(folder, 'src/extension.ts'), 'utf8')
    const registered = [...code.matchAll(/registerCommand\('([^']+)'/g)].map(([, name]) => name)
    // The command of a lens is not in the palette.
    const shown = registered.filter((name) => name !== 'topo.showCallers')
    expect(contributes.commands.map(({ command }: { command: string }) => command)).toEqual(shown)
    const used = Object.values(contributes.menus).flat() as { command: string }[]
    expect(registered).toEqual(expect.arrayContaining(used.map(({ command }) => command)))
  })

  test('lets no workspace choose the program, and starts in none that is not trusted', () => {
    expect(contributes.configuration.properties['topo.path'].scope).toBe('machine')
    expect(manifest.capabilities.untrustedWorkspaces.supported).toBe(false)
  })

  test.runIf(!released)('installs no package of the registry before the release', () => {
    const texts = ['src/extension.ts', 'README.md'].map((file) =>
      readFileSync(join(folder, file), 'utf8'),
    )
    for (const text of texts) {
      const [before] = text.split('After the release')
      expect(before).not.toMatch(/(install|add|npx)\b[^\n`']* topo-cli\b/)
    }
    expect(texts[0]).toContain('packageOf(manifest.version)')
  })

  test('names files that the build writes', () => {
    const built = readFileSync(join(folder, 'build.js'), 'utf8')
    const files = [
      ...contributes.jsonValidation.map(({ url }: { url: string }) => url),
      ...contributes.snippets.map(({ path }: { path: string }) => path.replace(/-\w+\.json$/, '-')),
      manifest.main,
      manifest.icon,
    ]
    for (const file of files) expect(built).toContain(file.split('/').at(-1))
    expect(existsSync(join(root, 'templates/topo.config.schema.json'))).toBe(true)
  })
})

const snippets = Object.entries(snippetsOf(join(root, 'templates/starters'))).flatMap(
  ([language, all]) =>
    Object.values(all as Record<string, { prefix: string; body: string[] }>).map((one) => ({
      language,
      ...one,
    })),
)

/** The text that an editor inserts: the snippets have no placeholders. */
const inserted = (body: readonly string[]) => body.join('\n').replace(/\\([$}\\])/g, '$1')

test.each(snippets)(
  'the snippet $prefix in $language is a script without findings',
  async ({ language, prefix, body }) => {
    expect(prefix).toMatch(/^topo-[a-z-]+$/)
    const text = inserted(body)
    // What is not escaped would be a placeholder.
    expect(body.join('\n').replace(/\\[$}\\]/g, '')).not.toContain('$')
    const file = join(root, `snippet.topology.${language === 'javascript' ? 'js' : 'ts'}`)
    const checked = await checkScript(await scriptOf(Buffer.from(text), file, { root }))
    expect(checked.findings.filter(({ severity }) => severity !== 'hint')).toEqual([])
  },
)

test('there are snippets for both languages, and those in JavaScript are for both', () => {
  expect(snippets.map(({ language, prefix }) => `${language} ${prefix}`)).toEqual([
    'javascript topo-event-pipeline',
    'javascript topo-hello',
    'javascript topo-web-service',
    'typescript topo-event-pipeline',
    'typescript topo-hello',
    'typescript topo-three-regions',
    'typescript topo-web-service',
  ])
})
