/** What a rule is: a plain value with an id, a severity, its documentation and a check. */
import type { Span, Topology } from '../topology/index.ts'

export type Severity = 'error' | 'warning' | 'hint'

/** What would mend a finding: this text in the place of that span. */
export interface Edit {
  readonly at: Span
  readonly text: string
}

/** Another place that a finding is about; in the same file, unless there is a path. */
export interface Related extends Span {
  readonly path?: string
}

/** One thing that a rule found. */
export interface Finding extends Span {
  /** Id of the rule, or of the problem that kept the script from running. */
  readonly rule: string
  readonly severity: Severity
  readonly message: string
  /** What to do about it, as one sentence. */
  readonly fix: string
  /** Where the other thing is that the message speaks of; `messageOf` says it. */
  readonly related?: Related
  /** Where it can be mended without a person; in the text that was validated. */
  readonly edit?: Edit
}

/** A finding as a rule makes it; its id and severity are the rule's. */
export interface RuleFinding {
  readonly at: Span
  readonly message: string
  readonly fix: string
  /** The other thing that the message speaks of, which `, on line 12` will be put behind. */
  readonly related?: Span
  /** Only where it is safe: the script draws the same afterwards, and nothing else is touched. */
  readonly edit?: Edit
}

export interface Rule {
  /** Also the name of its file and of its fixtures. */
  readonly id: string
  readonly severity: Severity
  readonly docs: {
    /** What it asks for, as one line. */
    readonly summary: string
    /** Why anybody should care. */
    readonly why: string
  }
  /**
   * For rules that the service itself has, which cannot be turned off: the `type` of its errors in the 422
   * (service-api.md, *Topology script validation*).
   */
  readonly serverType?: string
  /** What it finds stops the script when the diagram is opened, though the service takes it. */
  readonly breaks?: true
  /** Some of its findings come with an edit. */
  readonly fixable?: true
  check(topology: Topology): Iterable<RuleFinding>
}
