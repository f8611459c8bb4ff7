/** The shape of `topo.config.json`; a file of its own so that zod is loaded only where a config exists. */

import { z } from 'zod'

const patterns = z.array(z.string().min(1))

export const configSchema = z.strictObject({
  $schema: z.string().optional().describe('Address of this schema, for completion in editors.'),
  baseUrl: z.string().min(1).optional().describe('The service; `local` is the embedded one.'),
  webUrl: z.string().min(1).optional().describe('The companion web app.'),
  include: patterns.min(1).optional().describe('Which files are scripts, below the project root.'),
  exclude: patterns.optional().describe('Which of them are left alone.'),
  defaults: z
    .strictObject({
      description: z.string().optional(),
      tags: z.array(z.string()).optional(),
      public: z.boolean().optional(),
      type: z.string().min(1).optional(),
      engineVersion: z.string().min(1).optional(),
    })
    .optional()
    .describe('Metadata of every script whose header does not say otherwise.'),
  rules: z
    .record(z.string(), z.enum(['off', 'hint', 'warning', 'error']))
    .optional()
    .describe('Severity of rules of the validator by their id.'),
})

type Parsed = z.infer<typeof configSchema>

export type ConfigIssue = z.core.$ZodIssue

/** The content of a valid `topo.config.json`. */
export type Config = { [Key in keyof Parsed]?: Exclude<Parsed[Key], undefined> }

/** The JSON Schema that editors complete with. */
export const configJsonSchema = (): object => z.toJSONSchema(configSchema)
