/**
 * Replaces `strip-types.ts` in the Action's folder: uses esbuild, which the folder has as WebAssembly for all platforms.
 * It starts a process, so it is slower; but scripts on disk have no types any more when they are run.
 */
import { type TransformFailure, transform } from 'esbuild'
import type { Stripped } from '../strip-types.ts'

/** @param code one expression: the script as an async function */
async function stripWithEsbuild(code: string, { sourcemap = false } = {}): Promise<Stripped> {
  try {
    const options = { loader: 'ts', target: 'es2022', tsconfigRaw: '{}', logLevel: 'silent' } as const
    const result = await transform(code, { ...options, sourcemap: sourcemap && 'external' })
    const expression = result.code.replace(/;\s*$/, '')
    return sourcemap ? { code: expression, map: JSON.parse(result.map) } : { code: expression }
  } catch (error) {
    const [first] = (error as TransformFailure).errors ?? []
    if (first === undefined) throw error
    return { error: first.text }
  }
}

export { stripWithEsbuild as stripTypes }
