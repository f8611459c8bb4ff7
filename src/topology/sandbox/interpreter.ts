/** The interpreter's code: QuickJS as WebAssembly, with a meter in it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { meter } from './meter.ts'
import { prepared } from './prepared.ts'

const PACKAGED = '@jitl/quickjs-ng-wasmfile-release-sync/wasm'

let compiled: WebAssembly.Module | undefined

/** V8 compiles each function when it is called first, so this takes a millisecond. */
export function interpreter(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(prepared === undefined ? meteredCode() : readFileSync(prepared.code))
  return compiled
}

export function meteredCode(): Uint8Array<ArrayBuffer> {
  return meter(readFileSync(createRequire(import.meta.url).resolve(PACKAGED)))
}
