/**
 * Replaces `oxc-parser` in the Action's folder: the same parser as WebAssembly, which the package contains. One file
 * runs on every platform, in place of a binary for each.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { instantiateNapiModuleSync, type WASIInstance } from '@emnapi/core'
import { getDefaultContext } from '@emnapi/runtime'
import { WASI } from '@tybys/wasm-util'
import type * as native from 'oxc-parser'
// @ts-expect-error The package has no declarations of this module.
import { wrap } from 'oxc-parser/src-js/wrap.js'

/** In pages of 64 KiB: what the parser is compiled for, and 1 GiB. */
const MEMORY = { initial: 1_600, maximum: 16_384 }

let code: WebAssembly.Module | undefined
let parser: Pick<typeof native, 'parseSync'> | undefined

/** @throws RangeError or `WebAssembly.RuntimeError` if the text is nested too deeply for the stack of this thread. */
export function parseSync(...given: Parameters<typeof native.parseSync>): native.ParseResult {
  parser ??= instantiate()
  try {
    return wrap(parser.parseSync(...given))
  } catch (error) {
    // A parse that was cut short leaves its memory in an unknown state.
    parser = undefined
    throw error
  }
}

function instantiate(): Pick<typeof native, 'parseSync'> {
  code ??= new WebAssembly.Module(
    readFileSync(createRequire(import.meta.url).resolve('oxc-parser/wasm')),
  )
  const { napiModule } = instantiateNapiModuleSync(code, {
    context: getDefaultContext(),
    asyncWorkPoolSize: 0,
    wasi: new WASI({ version: 'preview1' }) as WASIInstance,
    overwriteImports: (imports) => ({
      ...imports,
      env: {
        ...imports.env,
        ...imports.napi,
        ...imports.emnapi,
        memory: new WebAssembly.Memory(MEMORY),
      },
    }),
    beforeInit({ instance }) {
      for (const [name, register] of Object.entries(instance.exports)) {
        if (name.startsWith('__napi_register__')) (register as () => void)()
      }
    },
  })
  return napiModule.exports
}
