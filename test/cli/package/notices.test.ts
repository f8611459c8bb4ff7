/** The licences of bundled packages are passed on, and the list of them is valid CycloneDX. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { build } from 'esbuild'
import { globSync } from 'tinyglobby'
import { describe, expect, test } from 'vitest'
import { oneOf, testAll } from '../../cases.ts'
import { folder, put } from '../topo.ts'
import { root } from './packed.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const manifest = JSON.parse(read('package.json'))
const binaries = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })

/** A script without types. */
const {
  bundledPackages,
}: {
  bundledPackages(
    root: string,
    metafiles: object[],
    copied?: string[],
    exceptions?: object,
  ): object[]
} = await import(pathToFileURL(join(root, 'scripts/bundled-packages.js')).href)

interface Component {
  name: string
  group?: string
  version: string
  purl: string
  hashes?: { alg: string; content: string }[]
  licenses: object[]
  properties: { name: string; value: string }[]
}

/** `scripts/build.js` leaves these out of `conf`. */
const unusedByConf = [
  'ajv',
  'ajv-formats',
  'fast-deep-equal',
  'fast-uri',
  'json-schema-traverse',
  'semver',
  'debounce-fn',
  'env-paths',
  'uint8array-extras',
]

/** Each build, and what is not bundled there by a plugin of the build. */
const builds = [
  {
    folder: 'dist',
    entryPoints: ['src/cli/main.ts', 'src/exports/*.ts', 'src/commands/**/*.ts'],
    external: binaries,
    // `scripts/build.js` replaces modules of oclif and of the MCP SDK, which are the only other users of these.
    replaced: ['powershell-utils', 'wsl-utils', ...unusedByConf],
    further: ['@fontsource/inter', '@jitl/quickjs-ng-wasmfile-release-sync'],
  },
  {
    folder: 'dist/action',
    entryPoints: ['src/action/main.ts'],
    external: [...binaries, 'esbuild'],
    replaced: unusedByConf,
    further: ['@jitl/quickjs-ng-wasmfile-release-sync', 'esbuild-wasm'],
  },
]

describe.each(oneOf(2, builds))(
  '$folder',
  ({ folder: built, entryPoints, external, replaced, further }) => {
    const notices = read(`${built}/THIRD-PARTY-NOTICES.txt`)
    const sbom: { components: Component[]; metadata: object } = JSON.parse(
      read(`${built}/sbom.cdx.json`),
    )
    const fullName = ({ group, name }: Component) =>
      group === undefined ? name : `${group}/${name}`
    const isBundled = ({ properties }: Component) => properties[0]?.value === 'bundled'

    testAll('contains the licence of each package that esbuild bundles', async () => {
      const { metafile } = await build({
        absWorkingDir: root,
        entryPoints: globSync(entryPoints, { cwd: root }),
        external: [...external, 'typescript'],
        outdir: 'not-written',
        bundle: true,
        write: false,
        metafile: true,
        splitting: true,
        format: 'esm',
        platform: 'node',
        logLevel: 'silent',
      })
      const folders = Object.keys(metafile.inputs).flatMap((path) => {
        const [end] = path.split('node_modules/').slice(1).slice(-1)
        const [scope = '', name] = end?.split('/') ?? []
        if (end === undefined) return []
        return path.slice(0, -end.length) + (scope.startsWith('@') ? `${scope}/${name}` : scope)
      })
      const used = new Set(folders)
      for (const name of replaced) used.delete(`node_modules/${name}`)
      const names = [...used].map((path) => JSON.parse(read(`${path}/package.json`)))
      const listed = sbom.components
        .filter(isBundled)
        .map((one) => `${fullName(one)} ${one.version}`)
      expect(names.length).toBeGreaterThan(20)
      expect(listed.length).toBeGreaterThan(50)
      const lines = new Set(notices.split('\n'))
      for (const { name, version, license } of names)
        expect(lines, `${name} is bundled`).toContain(`${name} ${version} (${license})`)
      for (const name of further) expect(notices).toContain(`\n${name} `)
      const known = new Set([...names.map(({ name, version }) => `${name} ${version}`)])
      // Unused parts of a package are no part of the bundle, so the list may be shorter, not longer.
      expect(
        listed.filter((one) => !known.has(one) && !further.includes(one.split(' ')[0] as string)),
      ).toEqual([])
    })

    test('lists the same packages in the notices and in the SBOM', () => {
      const inNotices = [
        ...notices.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) (\d+\.\d+\.\d+\S*) \([^)]+\)$/gm),
      ]
      const inSbom = sbom.components
        .filter(isBundled)
        .map((one) => `${fullName(one)} ${one.version}`)
      expect(inNotices.map(([, name, version]) => `${name} ${version}`).sort()).toEqual(
        inSbom.sort(),
      )
    })

    test('has an SBOM that is valid CycloneDX 1.6, with licences, the hashes of the lockfile and no time', async () => {
      const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
      expect(await validator.validate(JSON.stringify(sbom))).toBeNull()
      expect(
        await validator.validate(JSON.stringify({ ...sbom, components: [{ name: 1 }] })),
      ).not.toBeNull()
      expect(Object.keys(sbom.metadata)).toEqual(['component'])
      expect(sbom).not.toHaveProperty('serialNumber')
      const { packages } = JSON.parse(read('package-lock.json'))
      for (const one of sbom.components) {
        expect(one.licenses, one.purl).toHaveLength(1)
        const [{ content } = { content: '' }] = one.hashes ?? []
        expect(content, one.purl).toMatch(/^[0-9a-f]{128}$/)
      }
      const hono = sbom.components.find(({ name }) => name === 'hono')
      expect(
        `sha512-${Buffer.from(hono?.hashes?.[0]?.content ?? '', 'hex').toString('base64')}`,
      ).toBe(packages['node_modules/hono'].integrity)
    })
  },
)

test('the SBOM of the npm package lists what is installed with it too', () => {
  const { components }: { components: Component[] } = JSON.parse(read('dist/sbom.cdx.json'))
  const installed = components.filter(({ properties }) => properties[0]?.value === 'installed')
  const names = installed.map(({ group, name }) =>
    group === undefined ? name : `${group}/${name}`,
  )
  expect(names).toEqual(expect.arrayContaining([...binaries, '@resvg/resvg-js-linux-x64-musl']))
  expect(names).not.toContain('vitest')
})

describe('a build', () => {
  const project = (packages: Record<string, { license?: unknown; text?: string }>) => {
    const cwd = folder()
    for (const [path, { license, text }] of Object.entries(packages)) {
      const at = join(cwd, 'node_modules', path)
      mkdirSync(at, { recursive: true })
      const name = path.split('node_modules/').at(-1)
      put(join(at, 'package.json'), JSON.stringify({ name, version: '1.0.0', license }))
      if (text !== undefined) put(join(at, 'LICENCE.txt'), text)
    }
    return cwd
  }
  const metafile = (...inputs: [path: string, bytesInOutput: number][]) => ({
    outputs: {
      'a.js': {
        inputs: Object.fromEntries(
          inputs.map(([path, bytesInOutput]) => [path, { bytesInOutput }]),
        ),
      },
    },
  })

  test('finds packages with a scope and inside of packages, not those without bytes', () => {
    const cwd = project({
      '@a/b': { license: 'MIT', text: 'of b\r\n' },
      'c/node_modules/d': { license: 'ISC', text: 'of d' },
      unused: { license: 'MIT', text: 'of unused' },
      font: { license: 'OFL-1.1', text: 'of font' },
    })
    const inputs = metafile(
      ['node_modules/@a/b/lib/index.js', 1],
      ['node_modules/c/node_modules/d/index.js', 1],
      ['node_modules/unused/index.js', 0],
      ['src/own.ts', 9],
    )
    expect(bundledPackages(cwd, [inputs], ['node_modules/font/files/a.woff'])).toMatchObject([
      { name: '@a/b', license: 'MIT', text: 'of b' },
      { name: 'd', license: 'ISC', text: 'of d' },
      { name: 'font', license: 'OFL-1.1', text: 'of font' },
    ])
  })

  test('fails for a package without licence or text, unless it is listed with this licence', () => {
    const cwd = project({
      bare: { license: 'MIT' },
      empty: { license: 'MIT', text: ' ' },
      none: { text: 'x' },
    })
    const of = (name: string, exceptions: object = {}) =>
      bundledPackages(cwd, [metafile([`node_modules/${name}/index.js`, 1])], [], exceptions)
    expect(() => of('bare')).toThrow('bare (MIT) is bundled, but it has no licence text')
    expect(() => of('empty')).toThrow('no licence text')
    expect(() => of('none')).toThrow('names no SPDX licence')
    expect(() => of('bare', { bare: { license: 'ISC', text: 'x' } })).toThrow('no licence text')
    expect(of('bare', { bare: { license: 'MIT', text: 'x' } })).toMatchObject([
      { name: 'bare', text: 'x' },
    ])
  })
})

test('the npm package contains both files, and not those of the Action', () => {
  expect(existsSync(join(root, 'dist/action/THIRD-PARTY-NOTICES.txt'))).toBe(true)
  expect(manifest.files).toEqual(expect.arrayContaining(['dist', '!dist/action']))
})
