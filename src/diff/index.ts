/** Two topologies → list of changes. */
export type { Change, FieldChange } from './change.ts'
export { cropAround, cropToChanges } from './crop.ts'
export { changesMarkdown, code, codeBlock } from './markdown.ts'
export { changesBetween } from './topologies.ts'
export { unionOf } from './union.ts'
export { describeChange, describeField } from './words.ts'
