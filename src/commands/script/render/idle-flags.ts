/**
 * Refuses flags that would change nothing: without `--output`, `--check` and `--write` draw each
 * tracked picture as it was drawn.
 */
import { usageError } from '../../../errors.ts'
import type { RenderChoice } from './choose-target.ts'

const OF_NEW_PICTURES = [
  'layer',
  'scenario',
  'format',
  'theme',
  'style',
  'descriptions',
  'aspect',
  'direction',
  'scale',
  'embed-fonts',
] as const satisfies readonly (keyof RenderChoice)[]

/** @throws usage error */
export function refuseIdleFlags(choice: RenderChoice): void {
  const idle = OF_NEW_PICTURES.find((name) => choice[name] !== undefined && choice[name] !== false)
  if (idle === undefined) return
  const flag = `--${idle}`
  throw usageError(
    `${flag} has no effect on pictures that git tracks: topo draws each as it was drawn.`,
    {
      hint: `Leave out ${flag}, or name new pictures with --output.`,
    },
  )
}
