/** Schema of `topo.config.json`. A separate file, so that zod is loaded only if a config exists. */

import * as z from 'zod/mini'
import { webUrlFault } from '../../api/transport/base-url.ts'
import type { StyleSetting } from '../../render/index.ts'
import { isAdvice, projectRules } from '../../validator/project-rules.ts'
// Not from the index of that folder, which would load the sandbox too.
import { rules } from '../../validator/rules/index.ts'
import type { ProjectDefaults } from '../script/metadata.ts'

const text = z.string().check(z.minLength(1))
/** Each pattern costs memory and time for each file. */
const patterns = z.array(text).check(z.maxLength(1_000))
const webAddress = z.string().check(
  z.refine((value) => webUrlFault(value) === undefined, {
    error: ({ input }) => webUrlFault(String(input)),
  }),
)
const advice = [...rules.filter(({ id }) => isAdvice(id)), ...projectRules]

/** Rule ids allowed in `rules`; those in `serverRuleIds` cannot be changed, since the service checks them. */
export const adviceIds: readonly string[] = advice.map(({ id }) => id)
export const serverRuleIds: readonly string[] = rules
  .map(({ id }) => id)
  .filter((id) => !adviceIds.includes(id))

const color = z.string().check(z.regex(/^#(?:[\da-f]{3}|[\da-f]{6})$/i, 'must be #rgb or #rrggbb'))
const colors = {
  accent: z.optional(color),
  background: z.optional(color),
  box: z.optional(color),
  line: z.optional(color),
  text: z.optional(color),
}
// It becomes a part of style sheets.
const fontName = z
  .string()
  .check(
    z.regex(
      /^[\p{L}\d](?:[\p{L}\d -]{0,62}[\p{L}\d])?$/u,
      'must be a name of letters, digits, spaces and hyphens',
    ),
  )

/** A setting that may be missing. Commands read the schema at their start: `check(describe())` would build each twice. */
function setting<Schema extends z.ZodMiniType>(schema: Schema, description: string) {
  const optional = z.optional(schema)
  z.globalRegistry.add(optional, { description })
  return optional
}
/** One for all rules, for the same reason; `configJsonSchema` describes them. */
const ruleSeverity = z.optional(z.enum(['off', 'hint', 'warning', 'error']))

export const configSchema = z.strictObject({
  $schema: setting(z.string(), 'URL of this schema, for completion in editors.'),
  baseUrl: setting(
    text,
    'URL of the service, or `local` for the embedded one. Your key is sent there only after you confirm it.',
  ),
  webUrl: setting(
    webAddress,
    'URL of the companion web app. On another host than the service, it is used only after you confirm it.',
  ),
  include: setting(
    patterns.check(z.minLength(1)),
    'Patterns of script files, below the project root.',
  ),
  exclude: setting(patterns, 'Patterns of script files to skip.'),
  defaults: setting(
    z.strictObject({
      description: z.optional(z.string()),
      tags: z.optional(z.array(z.string())),
      public: z.optional(z.boolean()),
      type: z.optional(text),
      engineVersion: z.optional(text),
    }),
    'Metadata for scripts whose header, between /*--- and ---*/, does not set it.',
  ),
  slug: setting(
    z
      .string()
      .check(
        z.regex(
          /^(?:[a-z\d-]|\{(?:name|folder|path)\})*\{name\}(?:[a-z\d-]|\{(?:name|folder|path)\})*$/,
        ),
      ),
    'Slug of a script whose header has none: {name} is the name of its file, {folder} its folder, {path} all folders below the project root, joined with hyphens.',
  ),
  against: setting(
    z.strictObject({
      map: setting(z.record(text, text), 'Service of a node, by the id of the node.'),
      ignore: setting(
        z.record(text, text),
        'Why a service or node is not compared, by its name; * is any text.',
      ),
      diagrams: setting(
        patterns.check(z.minLength(1)),
        'The diagrams that are compared, together: slugs, or patterns below the project root. Default: all.',
      ),
    }),
    'Exceptions of `topo validate --against`, and its diagrams.',
  ),
  style: setting(
    z.union([
      z.enum(['plain', 'print'] satisfies StyleSetting[]),
      z.strictObject({
        ...colors,
        dark: z.optional(z.strictObject(colors)),
        font: z.optional(fontName),
      }),
    ]),
    'Look of pictures: a name, or colours (#rgb or #rrggbb) and a font; `dark` has the colours of the dark theme.',
  ),
  rules: setting(
    z.strictObject(Object.fromEntries(adviceIds.map((id) => [id, ruleSeverity]))),
    'Severity of advice rules, by rule id. Rules of the service cannot be changed.',
  ),
})

type Parsed = z.infer<typeof configSchema>

export type ConfigIssue = z.core.$ZodIssue

/** Content of a valid `topo.config.json`. */
export type Config = Omit<
  { [Key in keyof Parsed]?: Exclude<Parsed[Key], undefined> },
  'defaults'
> & {
  defaults?: ProjectDefaults
}

/** JSON Schema for completion in editors. */
export function configJsonSchema(): object {
  const schema = z.toJSONSchema(configSchema)
  const { properties } = (schema.properties as Record<string, object>).rules as {
    properties: Record<string, object>
  }
  for (const { id, docs } of advice)
    properties[id] = { description: docs.summary, ...properties[id] }
  return schema
}
