/** Schema of `topo.config.json`. A separate file, so that zod is loaded only if a config exists. */

import { z } from 'zod'
// Not from the index of that folder, which would load the sandbox too.
import { rules } from '../../validator/rules/index.ts'
import { isAdvice, suppression } from '../../validator/suppression.ts'

const patterns = z.array(z.string().min(1))
const severity = z.enum(['off', 'hint', 'warning', 'error'])
const advice = [...rules.filter(({ id }) => isAdvice(id)), suppression]

/** Rule ids allowed in `rules`; those in `serverRuleIds` cannot be changed, since the service checks them. */
export const adviceIds: readonly string[] = advice.map(({ id }) => id)
export const serverRuleIds: readonly string[] = rules
  .map(({ id }) => id)
  .filter((id) => !adviceIds.includes(id))

export const configSchema = z.strictObject({
  $schema: z.string().optional().describe('URL of this schema, for completion in editors.'),
  baseUrl: z
    .string()
    .min(1)
    .optional()
    .describe(
      'URL of the service, or `local` for the embedded one. Your key is sent there only after you confirm it.',
    ),
  webUrl: z.string().min(1).optional().describe('URL of the companion web app.'),
  include: patterns.min(1).optional().describe('Patterns of script files, below the project root.'),
  exclude: patterns.optional().describe('Patterns of script files to skip.'),
  defaults: z
    .strictObject({
      description: z.string().optional(),
      tags: z.array(z.string()).optional(),
      public: z.boolean().optional(),
      type: z.string().min(1).optional(),
      engineVersion: z.string().min(1).optional(),
    })
    .optional()
    .describe('Metadata for scripts whose header does not set it.'),
  rules: z
    .strictObject(
      Object.fromEntries(advice.map(({ id, docs }) => [id, severity.optional().describe(docs.summary)])),
    )
    .optional()
    .describe('Severity of advice rules, by rule id. Rules of the service cannot be changed.'),
})

type Parsed = z.infer<typeof configSchema>

export type ConfigIssue = z.core.$ZodIssue

/** Content of a valid `topo.config.json`. */
export type Config = { [Key in keyof Parsed]?: Exclude<Parsed[Key], undefined> }

/** JSON Schema for completion in editors. */
export const configJsonSchema = (): object => z.toJSONSchema(configSchema)
