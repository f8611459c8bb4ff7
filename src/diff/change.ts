/** What differs between two topologies, in the field's own words. */

export type Thing = 'group' | 'process' | 'connection' | 'scenario'

export interface FieldChange {
  readonly field: string
  /** Null where it was not given. */
  readonly before: unknown
  readonly after: unknown
}

export interface Change {
  readonly change: 'added' | 'removed' | 'changed'
  readonly what: Thing
  /** Of a connection `<from>-><to>`; of the scenario without an id `default`. */
  readonly id: string
  /** What people read there, in the newer of the two. */
  readonly label: string | null
  /** Of what was changed; the order is that of the field's list. */
  readonly fields: readonly FieldChange[]
}
