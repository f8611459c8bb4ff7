// The starters as snippets: a whole script each. What stands inside a script is completed by the language server.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const languages = { '.js': 'javascript', '.ts': 'typescript' }

/** @returns snippets in VS Code's form, by language and name */
export function snippetsOf(folder) {
  const all = { javascript: {}, typescript: {} }
  for (const file of readdirSync(folder).sort()) {
    const [, name, ending] = /^(.+)\.topology(\.[jt]s)$/.exec(file) ?? []
    if (!name) continue
    const text = readFileSync(join(folder, file), 'utf8').trimEnd()
    const snippet = {
      prefix: `topo-${name}`,
      description: `topo: the starter ${name.replaceAll('-', ' ')}, a whole script`,
      body: text.replace(/[$}\\]/g, '\\$&').split('\n'),
    }
    all[languages[ending]][name] = snippet
    // A script in JavaScript is TypeScript as well.
    if (ending === '.js') all.typescript[name] = snippet
  }
  return all
}
