/** The body of a refusal, of which only what has the documented type is relied on. */
import { z } from 'zod'

/** What is of another type than the document says is as good as absent. */
const ifValid = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)
const text = ifValid(z.string())

/** Body of an error, all of it optional: section *Errors* of the document and `spec/choices.md`. */
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

/** Whatever else stands in it is left out. */
export const readErrorBody = (body: object): ErrorBody => errorBody.parse(body)

/** What was never set up is no outage: no waiting brings it. */
export const isNotSetUp = ({ error }: ErrorBody): boolean =>
  /_not_(configured|available|enabled)$/.test(`${error}`)
