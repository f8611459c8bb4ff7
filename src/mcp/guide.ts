/** The guide on scripts where clients look for it besides the tool: as a resource, and as a prompt to begin with. */
import type { GetPromptResult, ReadResourceResult } from '@modelcontextprotocol/sdk/types.js'

const uri = 'topo://script-guide'

export const resources = [
  {
    uri,
    name: 'script-guide',
    title: 'How diagram scripts are written',
    description: 'The builder calls, layout, scenarios, the readme, and two complete examples.',
    mimeType: 'text/markdown',
  },
]

export const prompts = [
  {
    name: 'draw_diagram',
    title: 'Draw an architecture diagram',
    description: 'The guide on scripts, and the request to draw what is described by it.',
    arguments: [{ name: 'description', description: 'What the diagram should show.', required: true }],
  },
]

/** Undefined where there is no such resource. */
export function readResource(asked: string, guide: string): ReadResourceResult | undefined {
  return asked === uri ? { contents: [{ uri, mimeType: 'text/markdown', text: guide }] } : undefined
}

/** Undefined where there is no such prompt. */
export function prompt(name: string, description: string, guide: string): GetPromptResult | undefined {
  if (name !== prompts[0]?.name) return undefined
  const order = `Draw an architecture diagram: ${description}\n\nWrite the script by the guide below, validate it with validate_diagram until nothing is found, and show it.`
  const message = (text: string) => ({ role: 'user' as const, content: { type: 'text' as const, text } })
  return { description: prompts[0].title, messages: [message(order), message(guide)] }
}
