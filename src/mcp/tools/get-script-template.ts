/** `get_script_template`: the guide to writing scripts. */
import * as z from 'zod/mini'
import { tool } from '../tool.ts'

export const getScriptTemplate = tool({
  name: 'get_script_template',
  title: 'How to write diagram scripts',
  description:
    'The guide to diagram scripts: builder calls (those of every service first), layout, scenarios, the readme, and two complete examples. Read it before writing the first script. Needs no key and no network.',
  input: z.strictObject({}),
  idempotent: true,
  offline: true,
  async call(_given, session) {
    return { text: await session.guide() }
  },
})
