/** Strips types from an instrumented script, so that elements need no source map. */
import type { TransformFailure } from 'esbuild'
import type { Stripped } from '../stripped.ts'
import { EsbuildEnded, NO_WARNINGS, withEsbuild } from './run-esbuild.ts'

/** @param code one expression without enums: the script as an async function */
export async function stripTypes(code: string, { sourcemap = false } = {}): Promise<Stripped> {
  try {
    const result = await withEsbuild(({ transform }) =>
      transform(code, {
        loader: 'ts',
        target: 'es2022',
        charset: 'utf8',
        tsconfigRaw: '{}',
        logLevel: 'silent',
        logOverride: NO_WARNINGS,
        sourcemap: sourcemap && 'external',
      }),
    )
    const expression = result.code.replace(/;\s*$/, '')
    return sourcemap ? { code: expression, map: JSON.parse(result.map) } : { code: expression }
  } catch (error) {
    if (error instanceof EsbuildEnded) return { error: TOO_MUCH_WORK }
    const [first] = (error as TransformFailure).errors ?? []
    if (first === undefined) throw error
    return { error: first.text }
  }
}

const TOO_MUCH_WORK = 'esbuild ended while it removed the types of this script'
