/** Offers the script guide as an MCP resource and as a prompt. */
import type { GetPromptResult, ReadResourceResult } from '@modelcontextprotocol/sdk/types.js'

const uri = 'topo://script-guide'

export const resources = [
  {
    uri,
    name: 'script-guide',
    title: 'How to write diagram scripts',
    description: 'Builder calls, layout, scenarios, the readme, and two complete examples.',
    mimeType: 'text/markdown',
  },
]

export const prompts = [
  {
    name: 'draw_diagram',
    title: 'Draw an architecture diagram',
    description: 'The script guide, and a request to draw the described system.',
    arguments: [{ name: 'description', description: 'The system to draw.', required: true }],
  },
]

/** Undefined for an unknown resource. */
export function readResource(asked: string, guide: string): ReadResourceResult | undefined {
  return asked === uri ? { contents: [{ uri, mimeType: 'text/markdown', text: guide }] } : undefined
}

/** Undefined for an unknown prompt. */
export function prompt(
  name: string,
  description: string,
  guide: string,
): GetPromptResult | undefined {
  if (name !== prompts[0]?.name) return undefined
  const order = `Draw an architecture diagram: ${description}\n\nWrite the script by the guide below, validate it with validate_diagram until it reports no findings, and show it.`
  const message = (text: string) => ({
    role: 'user' as const,
    content: { type: 'text' as const, text },
  })
  return { description: prompts[0].title, messages: [message(order), message(guide)] }
}
