/** Loads the interpreter: QuickJS as WebAssembly, with a step meter. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliDecompressSync } from 'node:zlib'
import { meter } from './meter.ts'
import { prepared } from './prepared.ts'

const PACKAGED = '@jitl/quickjs-ng-wasmfile-release-sync/wasm'

let compiled: WebAssembly.Module | undefined

/** True after the first script has run in this thread. */
export const isInterpreterCompiled = (): boolean => compiled !== undefined

/** Takes a millisecond, because V8 compiles each function on its first call. */
export function interpreter(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(
    prepared === undefined ? meteredCode() : readFileSync(prepared.code),
  )
  return compiled
}

/** The bytes of the memory image that the build wrote. */
export const imageBytes = (): Uint8Array =>
  prepared === undefined ? new Uint8Array() : brotliDecompressSync(readFileSync(prepared.imageFile))

export function meteredCode(): Uint8Array<ArrayBuffer> {
  return meter(readFileSync(createRequire(import.meta.url).resolve(PACKAGED)))
}
