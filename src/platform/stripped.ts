/** A script without its types. */

export type Stripped =
  | { readonly code: string; readonly map?: SourceMap }
  | { readonly error: string }

/** A source map, version 3. */
interface SourceMap {
  readonly version: number
  readonly mappings: string
  readonly names: string[]
  readonly sources: string[]
}
