/** Types of the changes between two topologies. */

export type Thing = 'group' | 'process' | 'connection' | 'scenario'

export interface FieldChange {
  readonly field: string
  /** Null if it was not set. */
  readonly before: unknown
  readonly after: unknown
}

export interface Change {
  readonly change: 'added' | 'removed' | 'changed' | 'renamed'
  readonly what: Thing
  /** `<from>-><to>` for a connection; `default` for the scenario without an id. */
  readonly id: string
  /** The label, in the newer topology. */
  readonly label: string | null
  /** The id in the older topology; only for `renamed`, a node with another id. Its connections are compared under the new id. */
  readonly was?: string
  /** Only for `changed` and `renamed`; in the order of the item's fields. */
  readonly fields: readonly FieldChange[]
}
