/** Types of rules and findings, and the fix of a typo. A rule is a plain value: id, severity, documentation and a check. */
import type { Span, Topology } from '../topology/index.ts'

export type Severity = 'error' | 'warning' | 'hint'

/** An automatic fix: replaces the span by the text. */
export interface Edit {
  readonly at: Span
  readonly text: string
}

/** A correction that may change what is drawn: editors offer it, `--fix` does not apply it. */
export interface Suggestion extends Edit {
  /** The text at the span. */
  readonly replaces: string
}

/** A second location of a finding; in the same file if it has no path. */
export interface Related extends Span {
  readonly path?: string
}

/** One problem that validation reports. */
export interface Finding extends Span {
  /** Id of the rule, or of the problem that stopped the script. */
  readonly rule: string
  readonly severity: Severity
  readonly message: string
  /** How to fix it, as one sentence. */
  readonly fix: string
  /** The second location; `messageOf` appends it to the message. */
  readonly related?: Related
  /** The automatic fix, if there is one; its span is in the text that was validated. */
  readonly edit?: Edit
  /** The correction of a typo, if the script contains the word as it is. */
  readonly suggestion?: Suggestion
}

/** A finding as a rule yields it; `validate` adds the rule's id and severity. */
export interface RuleFinding {
  readonly at: Span
  readonly message: string
  readonly fix: string
  /** The second location; the message ends with it: `, on line 12`. */
  readonly related?: Span
  /** Only safe fixes: the script draws the same afterwards, and nothing else changes. */
  readonly edit?: Edit
  /** A word in the call at `call`, and the one that was probably meant; `validate` makes a suggestion of it. */
  readonly typo?: Typo | undefined
}

export interface Typo {
  readonly call: Span
  readonly word: string
  readonly meant: string
}

/** Corrects a word that is probably a typo; otherwise, the fix is another one. */
export const correct = (
  { call, word, meant }: Omit<Typo, 'meant'> & { readonly meant: string | undefined },
  otherwise: string,
): Pick<RuleFinding, 'fix' | 'typo'> =>
  meant === undefined
    ? { fix: otherwise }
    : { fix: `Did you mean "${meant}"?`, typo: { call, word, meant } }

/** Why an icon of a pack is not drawn. */
export interface IconProblem {
  readonly message: string
  readonly fix: string
  /** The icon that was probably meant. */
  readonly meant?: string
}

/** Knowledge that is not in the script. */
export interface RuleContext {
  /** By the name in the script; empty where no packs can be read, as in the service. */
  readonly iconProblems: ReadonlyMap<string, IconProblem>
  /**
   * `order` of the elements whose call another finding explains: `call-arguments` shows where their
   * id and label belong.
   */
  readonly explained: ReadonlySet<number>
}

export interface Rule {
  /** Also the name of its file and of its fixtures. */
  readonly id: string
  readonly severity: Severity
  readonly docs: {
    /** The requirement, as one line. */
    readonly summary: string
    /** Why it matters. */
    readonly why: string
  }
  /**
   * Set for the service's own rules, which cannot be turned off: the `type` in its 422 response
   * (service-api.md, *Topology script validation*).
   */
  readonly serverType?: string
  /** The service accepts the script, but it fails when the diagram is opened. */
  readonly breaks?: true
  /** Some of its findings have an `edit`. */
  readonly fixable?: true
  check(topology: Topology, context: RuleContext): Iterable<RuleFinding>
}
