/**
 * Starts the Action: GitHub's runner executes this file. It masks secrets and reads the inputs before it loads
 * anything else.
 */
import { readFileSync } from 'node:fs'
import { ExitCode, KnownError } from '../errors.ts'
import { readInputs, secretsOf } from './step/inputs.ts'
import { WorkflowRunner } from './step/runner.ts'

const runner = new WorkflowRunner(process.env, (text) => process.stdout.write(text))
for (const secret of secretsOf(process.env)) runner.mask(secret)
try {
  const inputs = readInputs(process.env)
  // Beside the bundle: the archive of a release contains only its folder.
  const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
  const { runStep } = await import('./run.ts')
  process.exitCode = await runStep(inputs, process.env, version, runner)
  // A step that was cancelled has reported; its command still waits for the service.
  if (process.exitCode >= ExitCode.interrupted) process.stdout.write('', () => process.exit())
} catch (error) {
  if (!(error instanceof KnownError)) throw error
  runner.fail(error.code, [error.message, error.hint].filter(Boolean).join(' '))
  process.exitCode = error.exitCode
}
