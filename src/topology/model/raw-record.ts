/**
 * A call as the sandbox hands it over: its kind, its place, its fields, then the name and value of
 * each option. `records.ts` checks it.
 */
export type RawRecord = readonly unknown[]
