/** Runs the examples of a command's help, which are written for the demo world, in their order. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from 'vitest'
import { bin, folder, mock } from './topo.ts'

const manifest = resolve(import.meta.dirname, '../../oclif.manifest.json')

/** All of them in one world of their own, as alice; each must succeed. */
export async function expectExamplesToRun(id: string): Promise<void> {
  const { commands } = JSON.parse(readFileSync(manifest, 'utf8'))
  const examples: string[] = commands[id].examples
  expect(examples.length).toBeGreaterThanOrEqual(2)
  const { url } = await mock()
  const cwd = folder()
  for (const example of examples) {
    const line = example.replaceAll('<%= config.bin %>', '"$NODE" "$TOPO"')
    expect({ example, ...(await bash(line, cwd, url)) }).toMatchObject({ example, code: 0, stderr: '' })
  }
}

function bash(line: string, cwd: string, url: string): Promise<{ code: number | null; stderr: string }> {
  const child = spawn('bash', ['-o', 'pipefail', '-c', line], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: cwd,
      NODE: process.execPath,
      TOPO: bin,
      TOPO_BASE_URL: url,
      TOPO_API_KEY: 'ca_demo_alice',
    },
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  return new Promise((done) => {
    child.on('close', (code) => done({ code, stderr }))
  })
}
