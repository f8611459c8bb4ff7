/** Resolves the imports of a script, and locates them in a file. */

import path from 'node:path'
import { isFile } from '../../../files/is-file.ts'
import { isBelow, realPathOf } from '../../../files/path-containment.ts'
import { type Span, spanAt } from '../../../files/position.ts'
import { parseText } from '../../../topology/parse/parse-text.ts'
import { type ModuleParts, modulePartsOf } from './module-parts.ts'

export type ResolvedImport = { file: string } | { file?: undefined; message: string; fix: string }

/**
 * @param root real path of the project root
 * @param folder of the importing file
 */
export async function resolveImport(
  root: string,
  folder: string,
  specifier: string,
): Promise<ResolvedImport> {
  if (specifier === 'topo-cli/dsl') return ONLY_TYPES
  const refused = refusal(specifier)
  if (refused) {
    const fix = NAMED_TOPO.test(specifier) ? ALWAYS_THERE : RELATIVE_ONLY
    return { message: `A script cannot import ${refused} (\`${specifier}\`).`, fix }
  }
  const target = path.resolve(folder, specifier)
  if (!isBelow(root, target)) return outside(specifier)
  const file = await firstFile(candidates(target))
  if (!file)
    return {
      message: `\`${specifier}\` does not exist.`,
      fix: 'Fix the path. It is relative to this file.',
    }
  if (!/\.(?:js|ts|json)$/.test(file)) {
    return { message: `\`${specifier}\` is neither .js, .ts nor .json.`, fix: RELATIVE_ONLY }
  }
  const real = realPathOf(file)
  return isBelow(root, real) ? { file: real } : outside(specifier)
}

const outside = (specifier: string): ResolvedImport => ({
  message: `\`${specifier}\` is outside of the project.`,
  fix: 'Move the file into the project folder.',
})

/** The imports of the last text: each of its refused imports is looked up in it. */
let known: { readonly text: string; readonly parts: ModuleParts | undefined } | undefined

async function partsOf(text: string): Promise<ModuleParts | undefined> {
  if (known?.text !== text) {
    const { result } = await parseText(text, { lang: 'ts', sourceType: 'module' })
    known = { text, parts: result && modulePartsOf(result.program) }
  }
  return known.parts
}

/** Spans of the statements that import a specifier; the start of the text if not found. */
export async function findImports(
  text: string,
  specifier: string,
  isRequired: boolean,
): Promise<Span[]> {
  if (isRequired) {
    const call = new RegExp(
      String.raw`\brequire(?:\.resolve)?\(\s*(['"\`])${specifier.replace(/[^\w\s]/g, '\\$&')}\1\s*\)`,
    ).exec(text)
    if (call) return [spanAt(text, call.index, call.index + call[0].length)]
  }
  const { imports = [], exports = [], dynamicImports = [] } = (await partsOf(text)) ?? {}
  const literals = [`'${specifier}'`, `"${specifier}"`, `\`${specifier}\``]
  const statements = [
    ...[...imports, ...exports].filter((statement) => statement.specifier === specifier),
    ...dynamicImports.filter(({ source }) =>
      literals.includes(text.slice(source.start, source.end)),
    ),
  ]
  if (statements.length > 0) return statements.map(({ start, end }) => spanAt(text, start, end))
  const quoted = [`'${specifier}'`, `"${specifier}"`]
    .map((literal) => text.indexOf(literal))
    .find((at) => at >= 0)
  return [
    quoted === undefined ? spanAt(text, 0, 0) : spanAt(text, quoted, quoted + specifier.length + 2),
  ]
}

function refusal(specifier: string): string | undefined {
  if (/^(?:\/|\\|[a-z]:[\\/])/i.test(specifier)) return 'an absolute path'
  if (specifier.startsWith('node:')) return 'a Node module'
  if (/^(?:[a-z][a-z0-9+.-]+:|\/\/)/i.test(specifier)) return 'an address'
  return /^\.{1,2}(?:\/|$)/.test(specifier) ? undefined : 'a package'
}

/** Lists the files that an import may mean: `./x.js` may mean `./x.ts`, and the extension is optional, as in TypeScript. */
function candidates(target: string): string[] {
  const asTypeScript = target.endsWith('.js') ? [`${target.slice(0, -3)}.ts`] : []
  return [target, ...asTypeScript, `${target}.ts`, `${target}.js`]
}

async function firstFile(files: string[]): Promise<string | undefined> {
  for (const file of files) {
    if (await isFile(file)) return file
  }
  return undefined
}

const ONLY_TYPES = {
  message: '`topo-cli/dsl` contains only types.',
  fix: 'Write `import type`. `TopologyBuilder` and `FlowBuilder` are globals: do not import them.',
}
/** A package that somebody takes for the builders. */
const NAMED_TOPO = /^(?:@[\w.-]+\/)?topo(?:logy)?\b/i
const ALWAYS_THERE = 'Remove the import: TopologyBuilder and FlowBuilder are always there.'
const RELATIVE_ONLY =
  'Only import .js, .ts and .json files of the project, by a relative path such as `./services.ts`.'
