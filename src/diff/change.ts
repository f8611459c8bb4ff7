/** Types of the changes between two topologies. */

export type Thing = 'group' | 'process' | 'connection' | 'scenario'

export interface FieldChange {
  readonly field: string
  /** Null if it was not set. */
  readonly before: unknown
  readonly after: unknown
}

export interface Change {
  readonly change: 'added' | 'removed' | 'changed'
  readonly what: Thing
  /** `<from>-><to>` for a connection; `default` for the scenario without an id. */
  readonly id: string
  /** The label, in the newer topology. */
  readonly label: string | null
  /** Only for `changed`; in the order of the item's fields. */
  readonly fields: readonly FieldChange[]
}
