/** Script text → `Topology`. Start with `read.ts` for the steps, `topology.ts` for the result. */
export { type Outline, type OutlinedConnection, type OutlinedNode, outlineOf } from './outline.ts'
export { LineIndex, type Span, START } from './position.ts'
export { internalProblem, type Problem, type ProblemRule } from './problem.ts'
export { type ReadOptions, type ReadResult, readTopology } from './read.ts'
export {
  firstNamed,
  idsIn,
  idsNamed,
  isKnown,
  knownIds,
  namesakeOf,
  ownerOf,
} from './resolve-ids.ts'
export { isInterpreterCompiled } from './sandbox/interpreter.ts'
export { DEFAULT_LIMITS, type SandboxLimits } from './sandbox/limits.ts'
export * from './topology.ts'
