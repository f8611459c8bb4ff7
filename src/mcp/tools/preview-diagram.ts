/** `preview_diagram`: draws a script as a PNG picture and as Mermaid text. */
import * as z from 'zod/mini'
import { errorsIn, finding, findingLines } from '../check-script.ts'
import { checkLocalScript } from '../local-script.ts'
import { diagramArgument, isLocal, readRemembered, requireOne } from '../named-diagram.ts'
import { type Session, tool } from '../tool.ts'
import { asData, notice } from '../untrusted-text.ts'

/** In pixels; assistants pay for more, but see no better. */
const LONGEST_SIDE = 1_600

export const previewDiagram = tool({
  name: 'preview_diagram',
  title: 'Draw a diagram',
  description:
    'Draws a script (code or diagram) as a PNG picture and as Mermaid text. Look at the picture before you create or update a diagram. Code and paths need no key and no network.',
  input: z.strictObject({
    code: z.optional(z.string()).check(z.describe('The script.')),
    diagram: z.optional(diagramArgument),
    theme: z._default(z.enum(['light', 'dark']), 'light'),
  }),
  output: z.object({
    mermaid: z
      .nullable(z.string())
      .check(z.describe('A flowchart; null for a script with errors.')),
    width: z.nullable(z.int()).check(z.describe('Width of the picture, in its own units.')),
    height: z.nullable(z.int()),
    findings: z.array(finding),
    notice: z.optional(z.string()),
  }),
  idempotent: true,
  async call({ code, diagram = '', theme }, session) {
    requireOne({ code, diagram: diagram || undefined })
    const isLocalScript = code === undefined && isLocal(diagram)
    const { picture, findings } = isLocalScript
      ? await checkLocalScript(diagram, session, true)
      : await session.check(code ?? (await codeOf(diagram, session)), { picture: { title: '' } })
    const source = isLocalScript ? 'project' : 'service'
    const marked = (text: string) => (code === undefined ? asData(text, source) : text)
    const foreign = { findings, ...(code === undefined && { notice }) }
    if (picture === undefined || errorsIn(findings) > 0) {
      const text = `The script has errors, so there is no picture.\n${marked(findingLines(findings))}`
      return { data: { mermaid: null, width: null, height: null, ...foreign }, text }
    }
    const { mermaid: flowchart, svg } = await import('../../render/index.ts')
    const { svgToPng } = await import('../../raster/svg-to-png.ts')
    const { width, height } = picture
    const scale = Math.min(2, LONGEST_SIDE / Math.max(width, height))
    const png = await svgToPng(svg.write(picture, { theme }), picture, scale)
    const mermaid = flowchart.write(picture, { theme })
    return {
      data: { mermaid, width: Math.round(width), height: Math.round(height), ...foreign },
      text: marked([findingLines(findings), mermaid].filter(Boolean).join('\n')),
      images: [{ data: Buffer.from(png).toString('base64'), mimeType: 'image/png' }],
    }
  },
})

const codeOf = async (diagram: string, session: Session): Promise<string> =>
  (await readRemembered(diagram, session)).content.code
