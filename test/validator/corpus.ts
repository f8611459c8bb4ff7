/** Example scripts in templates, the demo world and the documents. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoWorld } from '../../src/mock/fixtures/demo-world.ts'

const root = join(import.meta.dirname, '../..')
const scriptsBelow = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.topology\.[jt]s$/.test(name))
    .map((name): [string, string] => [
      `${folder}: ${name}`,
      readFileSync(join(root, folder, name), 'utf8'),
    ])

/** Where each is, and its text. */
export const exampleScripts: readonly (readonly [where: string, code: string])[] = [
  ...scriptsBelow('templates'),
  ...(demoWorld.tables.scripts ?? []).map((script): [string, string] => {
    const { slug, code } = script as object as { slug: string; code: string }
    return [`demo world: ${slug}`, code]
  }),
  ...scriptsBelow('docs'),
]
