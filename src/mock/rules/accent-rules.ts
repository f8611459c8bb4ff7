/** Settings of the rules that differ between deployments, where rewriting requests and answers cannot replace them. */
export interface AccentRules {
  /** A create with a taken slug gets another one instead of a 409. */
  readonly renameTakenSlugs?: boolean
}
