/** Describes operations of the service: one value types both the client and the embedded service. */

import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'

// `zod/mini` has no messages without it.
z.config(en())

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** `none`: no credentials needed, but used if sent. `key`: 401 without credentials. */
export type Auth = 'none' | 'key'

/** Path as in the document, with parameters in braces, e.g. `/v1/scripts/{id}/star`. */
export type Path = `/v1/${string}`

/** One endpoint of `spec/service-api.md`. */
export interface Operation<
  P extends Path = Path,
  A extends Auth = Auth,
  Q extends z.ZodMiniObject = z.ZodMiniObject,
  B extends z.ZodMiniObject = z.ZodMiniObject,
  R extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: Method
  readonly path: P
  readonly auth: A
  /** Schema of the query string; values arrive as text, so numbers are coerced. */
  readonly query: Q
  /** Schema of the JSON body; an empty object for a request without a body. */
  readonly body: B
  readonly response: R
  /** Heading in the document. */
  readonly section: string
  /** The document names the endpoint without its shape: clients must not rely on this one. */
  readonly inferred: boolean
}

export const furtherSection = 'Further endpoints'

export type Resource = Readonly<Record<string, Operation>>

/** Names in braces of a path, each a string. */
export type PathParameters<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & PathParameters<Rest>
  : unknown

const noFields = z.object({})
type NoFields = typeof noFields

/** `{ ok: true }`, convention 5. */
export const acknowledged = z.looseObject({ ok: z.literal(true) })

/** Default: with a key, nothing sent, `acknowledged`. */
interface Parts<A, Q, B, R> {
  auth?: A
  query?: Q
  body?: B
  response?: R
}

/** @param parts read when the operation is used: most commands use three of a hundred, and schemas are slow to build */
const describe =
  <X extends object>(section: string, more: X) =>
  <
    M extends Method,
    P extends Path,
    A extends Auth = 'key',
    Q extends z.ZodMiniObject = NoFields,
    B extends z.ZodMiniObject = NoFields,
    R extends z.ZodMiniType = typeof acknowledged,
  >(
    method: M,
    path: P,
    parts: () => Parts<A, Q, B, R> = () => ({}),
  ): Operation<P, A, Q, B, R> & { readonly method: M } & X => {
    let built: Parts<A, Q, B, R> | undefined
    const used = () => (built ??= parts())
    return {
      method,
      path,
      section,
      inferred: section === furtherSection,
      ...more,
      get auth() {
        return used().auth ?? ('key' as A)
      },
      get query() {
        return used().query ?? (noFields as unknown as Q)
      },
      get body() {
        return used().body ?? (noFields as unknown as B)
      },
      get response() {
        return used().response ?? (acknowledged as unknown as R)
      },
    }
  }

export const operationsOf = (section: string) => describe(section, {})

/**
 * Describes an operation of *Further endpoints*. Its body and answer are inferred from the conventions of the
 * document: the embedded service follows them, and the client returns any answer unchecked.
 */
export const inferred = describe(furtherSection, { lenient: true } as const)

/** `{ items: [...], totalCount }`, convention 3 of the document; some deployments do not count. */
export const list = <T extends z.ZodMiniType>(entry: T) =>
  z.looseObject({ items: z.array(entry), totalCount: z.optional(z.int()) })

/** `{ item: {...} }`, convention 4. */
export const single = <T extends z.ZodMiniType>(entry: T) => z.looseObject({ item: entry })

/** An enum of known values that also accepts others. */
export const openEnum = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.union([z.enum(values), z.string() as unknown as z.ZodMiniType<string & {}>])

/** A whole number in a query string. */
export const integer = (minimum: number) => z.coerce.number().check(z.int(), z.minimum(minimum))

/** Query of a list that is paged by offset. */
export const paged = z.object({
  limit: z.optional(integer(1)),
  offset: z.optional(integer(0)),
})

/** An inferred list that is paged by offset. */
export const inferredList = <const P extends Path, T extends z.ZodMiniType>(
  path: P,
  entry: () => T,
) => inferred('GET', path, () => ({ query: paged, response: list(entry()) }))

/** The fields that a schema names: a loose one accepts all others. */
export type FieldsOf<Schema extends z.ZodMiniType> = {
  readonly [K in keyof z.output<Schema> as string extends K ? never : K]: z.output<Schema>[K]
}
/** The record that an operation answers. */
export type ItemOf<O extends { response: { shape: { item: z.ZodMiniType } } }> = FieldsOf<
  O['response']['shape']['item']
>
/** A record of the list that an operation answers. */
export type EntryOf<O extends { response: { shape: { items: z.ZodMiniArray<z.ZodMiniType> } } }> =
  FieldsOf<O['response']['shape']['items']['def']['element']>
