/** Parses the body of an error response; fields of an undocumented type are ignored. */
import { z } from 'zod'

/** A field of an undocumented type counts as missing. */
const ifValid = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)
const text = ifValid(z.string())

/** Error body, all fields optional: section *Errors* of the document and `spec/choices.md`. */
const errorBody = z.object({
  error: text,
  message: text,
  details: text,
  reason: text,
  quota: text,
  limit: ifValid(z.number()),
  issues: ifValid(
    z.array(z.object({ path: z.array(z.union([z.string(), z.number()])).catch([]), message: z.string() })),
  ),
  errors: ifValid(z.array(z.object({ message: z.string(), fix: text }))),
})
export type ErrorBody = z.output<typeof errorBody>

/** Drops unknown fields. */
export const readErrorBody = (body: object): ErrorBody => errorBody.parse(body)

/** A feature that was never set up: not an outage, so waiting does not help. */
export const isNotSetUp = ({ error }: ErrorBody): boolean =>
  /_not_(configured|available|enabled)$/.test(`${error}`)
