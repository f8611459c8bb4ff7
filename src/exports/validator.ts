/** `topo-cli/validator`: the validator for other programs, such as editors, tests and services. */
import type { SandboxLimits } from '../topology/index.ts'
import {
  type RuleSettings,
  validate as runValidation,
  type ValidationReport,
} from '../validator/index.ts'

export type {
  Edit,
  Finding,
  Related,
  Rule,
  RuleFinding,
  RuleSettings,
  ServiceError,
  Severity,
  ValidationReport as Report,
} from '../validator/index.ts'
export { accepts, messageOf, RULESET, rules, serviceErrors } from '../validator/index.ts'

export interface ValidateOptions {
  /** Severity of advice by rule id, or `off`. The rules of the service cannot be changed. */
  rules?: RuleSettings
  /** Limits of the script: steps of the interpreter (200 million) and bytes (64 MiB). */
  limits?: Partial<SandboxLimits>
}

/**
 * Runs a script in the sandbox, without access to files, network or clock, and returns its findings.
 * Never throws because of the script.
 *
 * @param text JavaScript or TypeScript, with or without its header, which is a comment. Imports must be bundled into it
 * before. It may end with `export default flow`, which topo sends as `return flow`.
 */
export async function validate(
  text: string,
  options: ValidateOptions = {},
): Promise<ValidationReport> {
  return runValidation(text.includes('export') ? await asBody(text) : text, options)
}

/** Positions stay the same. */
async function asBody(text: string): Promise<string> {
  const { findExportWords } = await import('../project/script/bundle/unbundled-code.ts')
  const { withPaddedReturn } = await import('../project/script/bundle/default-export.ts')
  const words = await findExportWords(text)
  return words === undefined ? text : withPaddedReturn(text, words)
}
