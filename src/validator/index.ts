/** Topology → ValidationReport: errors, warnings and hints. */
export { messageOf } from './message.ts'
export { packIconsOf } from './pack-icons.ts'
export {
  comparisons,
  isAdvice,
  needsOtherFiles,
  oneIdTwoLabels,
  type ProjectRule,
  projectRules,
  staleBlock,
  stalePicture,
  suppression,
} from './project-rules.ts'
export type { Edit, Finding, IconProblem, Related, Rule, RuleFinding, Severity } from './rule.ts'
export { rules } from './rules/index.ts'
export { accepts, type ServiceError, serviceErrors } from './service.ts'
export {
  RULESET,
  type RuleSettings,
  type ValidationOptions,
  type ValidationReport,
  validate,
} from './validate.ts'
