/** Exports for the build, which writes the content of `prepared.ts`. */
export { createImage } from './engine.ts'
export { meteredCode } from './interpreter.ts'
