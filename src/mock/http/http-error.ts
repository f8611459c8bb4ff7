/** Errors that handlers throw: a status and a body of the section *Errors* of the document. */

export class HttpError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503
  readonly body: { readonly error: string } & Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(
    status: HttpError['status'],
    body: HttpError['body'],
    headers: Record<string, string> = {},
  ) {
    super(body.error)
    this.status = status
    this.body = body
    this.headers = headers
  }
}

export const unauthorized = (message: string) =>
  new HttpError(401, { error: 'unauthorized', message })
export const forbidden = (message: string) => new HttpError(403, { error: 'forbidden', message })
export const notFound = (message: string) => new HttpError(404, { error: 'not_found', message })
export const tooLarge = (message: string) =>
  new HttpError(413, { error: 'payload_too_large', message })

/** 415 for a body with this `Content-Encoding`; the header says what to send instead. */
export const compressed = (encoding: string) =>
  new HttpError(
    415,
    {
      error: 'unsupported_media_type',
      message: `the request body is compressed (${encoding}); send it as it is`,
    },
    { 'accept-encoding': 'identity' },
  )

/** 409, with its own code. */
export const conflict = (error: string, message: string) => new HttpError(409, { error, message })

/** The row, or 404. */
export function found<T>(row: T | undefined, what: string): T {
  if (row === undefined) throw notFound(`${what} not found`)
  return row
}

/** The row, or 404 if it is missing or of another user. */
export function ownRow<T extends { ownerId: string }>(
  row: T | undefined,
  { id }: { id: string },
  what: string,
): T {
  return found(row?.ownerId === id ? row : undefined, what)
}

/** 422 for invalid requests. */
export const invalid = (issues: { path: PropertyKey[]; message: string }[]) =>
  new HttpError(422, { error: 'validation_failed', issues })
