/** Strips types from an instrumented script, so that elements need no source map. */
import { loadNativePackage } from '../native-package.ts'

export type Stripped = { readonly code: string; readonly map?: SourceMap } | { readonly error: string }

/** A source map, version 3. */
export interface SourceMap {
  readonly version: number
  readonly mappings: string
  readonly names: string[]
  readonly sources: string[]
}

/** @param code one expression: the script as an async function */
export async function stripTypes(code: string, { sourcemap = false } = {}): Promise<Stripped> {
  // Loaded on demand: most scripts are JavaScript, and the import takes as long as reading a script.
  const { transformSync } = await loadNativePackage(
    'oxc-transform',
    'read TypeScript',
    () => import('oxc-transform'),
  )
  const result = transformSync('script.ts', code, { lang: 'ts', sourceType: 'script', sourcemap })
  const [error] = result.errors
  if (error !== undefined) return { error: error.message }
  const expression = result.code.replace(/;\s*$/, '')
  return result.map === undefined ? { code: expression } : { code: expression, map: result.map }
}
