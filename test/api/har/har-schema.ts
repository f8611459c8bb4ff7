/** Validates HAR files by the JSON schemas of the npm package `har-schema`. */
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'

const require = createRequire(import.meta.url)
const schemas = require('har-schema') as Record<string, { $id: string }>
const draft6 = require('ajv/dist/refs/json-schema-draft-06.json') as object

const ajv = new Ajv({ strict: false, allErrors: true, schemas: [] })
ajv.addMetaSchema(draft6)
ajv.addFormat('uri', (text) => URL.canParse(text) && !/[\s<>"{}|\\^`[\]]/.test(text))
ajv.addFormat('date-time', (text) => !Number.isNaN(Date.parse(text)))
for (const format of ['ipv4', 'ipv6', 'date']) ajv.addFormat(format, true)
for (const schema of Object.values(schemas)) ajv.addSchema(schema)
const validate = ajv.compile({ $ref: 'har.json#' })

/** What is wrong with a HAR file. */
export function harProblems(har: unknown): string[] {
  validate(har)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
