/** Exports for the build, which writes the content of `prepared.ts`. */
export { takeImage } from './engine.ts'
export { meteredCode } from './interpreter.ts'
