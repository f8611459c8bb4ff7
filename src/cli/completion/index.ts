/** The shells that topo completes in. */
import { bash } from './bash.ts'
import { fish } from './fish.ts'
import { powershell } from './powershell.ts'
import type { Shell } from './shell.ts'
import { zsh } from './zsh.ts'

export const shells: readonly Shell[] = [bash, zsh, fish, powershell]
