/** For the build: what `prepared.ts` is to hold. */
export { takeImage } from './engine.ts'
export { meteredCode } from './interpreter.ts'
