/** Strips types from an instrumented script, so that elements need no source map. */
import { transformSync } from 'oxc-transform'

export type Stripped = { readonly code: string; readonly map?: SourceMap } | { readonly error: string }

/** A source map, version 3. */
export interface SourceMap {
  readonly version: number
  readonly mappings: string
  readonly names: string[]
  readonly sources: string[]
}

/** @param code one expression: the script as an async function */
export function stripTypes(code: string, { sourcemap = false } = {}): Stripped {
  const result = transformSync('script.ts', code, { lang: 'ts', sourceType: 'script', sourcemap })
  const [error] = result.errors
  if (error !== undefined) return { error: error.message }
  const expression = result.code.replace(/;\s*$/, '')
  return result.map === undefined ? { code: expression } : { code: expression, map: result.map }
}
