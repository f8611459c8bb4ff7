// Writes test/action/fixtures/github.json: GitHub's OpenAPI description of the operations that the Action uses, as far as it
// describes requests. It downloads GitHub's description, so run it by hand: `node scripts/github-operations.js`.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const PACKAGE = '@octokit/openapi@23.0.2'
const issues = '/repos/{owner}/{repo}/issues'
const used = {
  '/user': ['get'],
  [issues]: ['get', 'post'],
  [`${issues}/{issue_number}`]: ['patch'],
  [`${issues}/{issue_number}/comments`]: ['get', 'post'],
  [`${issues}/comments/{comment_id}`]: ['patch', 'delete'],
  '/repos/{owner}/{repo}/pulls': ['get'],
}

const folder = mkdtempSync(join(tmpdir(), 'github-'))
const run = (program, ...args) =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8' }).trim()
const file = 'package/generated/api.github.com.json'
run('tar', '-xzf', run('npm', 'pack', '--silent', PACKAGE), file)
const { paths, components } = JSON.parse(readFileSync(join(folder, file), 'utf8'))
rmSync(folder, { recursive: true })

/** Without texts. GitHub ignores unknown fields; here they are errors. `nullable` becomes a type. */
function schemaOf({ type, properties, items, oneOf, required, enum: values, nullable }) {
  if (nullable)
    return { oneOf: [{ type: 'null' }, schemaOf({ type, properties, items, oneOf, enum: values })] }
  const fields =
    properties && Object.entries(properties).map(([name, one]) => [name, schemaOf(one)])
  return {
    type,
    required,
    enum: values,
    oneOf: oneOf?.map(schemaOf),
    items: items && schemaOf(items),
    ...(fields && { properties: Object.fromEntries(fields), additionalProperties: false }),
  }
}

function requestOf({ parameters, requestBody }) {
  const all = parameters.map((one) =>
    one.$ref ? components.parameters[one.$ref.split('/').at(-1)] : one,
  )
  const { required, content } = requestBody ?? {}
  const schema = content && schemaOf(content['application/json'].schema)
  return {
    parameters: all.map((one) => ({
      name: one.name,
      in: one.in,
      required: one.required,
      schema: schemaOf(one.schema),
    })),
    ...(content && { requestBody: { required, content: { 'application/json': { schema } } } }),
  }
}

const lines = Object.entries(used).map(([path, methods]) => {
  const operations = methods.map((method) => [method, requestOf(paths[path][method])])
  return `${JSON.stringify(path)}: ${JSON.stringify(Object.fromEntries(operations))}`
})
const text = `{ "source": "${PACKAGE}", "security": [{ "token": [] }], "paths": {\n${lines.join(',\n')}\n} }\n`
writeFileSync(resolve(import.meta.dirname, '../test/action/fixtures/github.json'), text)
