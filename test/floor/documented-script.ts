/** Runs a script with builders that have only the calls of the service's document. The scripts of our tests are trusted. */
import { runInNewContext } from 'node:vm'

const builders = `
class TopologyBuilder {
  createGroup() {
    const group = { addProcess: () => group, autoResize: () => group }
    return group
  }
  connect() { return this }
  async apply() {}
}
class FlowBuilder {
  from() { return this }
  showMessage() { return this }
  to() { return this }
}
`

/**
 * Why the script fails there, such as `topology.createProcess is not a function`; undefined if it runs. Syntax is left to the
 * embedded service, which knows TypeScript.
 */
export async function reasonAgainst(code: string): Promise<string | undefined> {
  try {
    await runInNewContext(`${builders}(async () => {\n${code}\n})()`, {}, { timeout: 1000 })
    return undefined
  } catch (error) {
    const { name, message } = error as Error
    return name === 'SyntaxError' ? undefined : message
  }
}
