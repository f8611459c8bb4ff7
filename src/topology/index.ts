/** Script text → `Topology`. Start with `read.ts` for the steps, `topology.ts` for the result. */
export {
  type Outline,
  type OutlinedConnection,
  type OutlinedNode,
  outlineOf,
} from './model/outline.ts'
export { LineIndex, type Span, START } from './model/position.ts'
export { internalProblem, type Problem, type ProblemRule } from './model/problem.ts'
export {
  firstNamed,
  idsIn,
  idsNamed,
  isKnown,
  knownIds,
  namesakeOf,
  ownerOf,
} from './model/resolve-ids.ts'
export * from './model/topology.ts'
export { hasReadScript, type ReadOptions, type ReadResult, readTopology } from './read.ts'
export { DEFAULT_LIMITS, type SandboxLimits } from './sandbox/limits.ts'
