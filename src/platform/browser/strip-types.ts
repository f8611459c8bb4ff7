/** Strips types in a browser, where esbuild would be a download of 12 MB. */
import { transform } from 'sucrase'
import type { Stripped } from '../stripped.ts'

/** @param code one expression without enums: the script as an async function */
export async function stripTypes(code: string, { sourcemap = false } = {}): Promise<Stripped> {
  try {
    const result = transform(code, {
      transforms: ['typescript'],
      disableESTransforms: true,
      ...(sourcemap && { sourceMapOptions: { compiledFilename: 'script' }, filePath: 'script' }),
    })
    return { code: result.code, ...(sourcemap && { map: result.sourceMap }) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
