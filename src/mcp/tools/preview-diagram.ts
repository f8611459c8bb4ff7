/** `preview_diagram`: draws a script as a PNG picture and as Mermaid text. */
import { z } from 'zod'
import { usageError } from '../../errors.ts'
import { errorsIn, finding, findingLines } from '../check-script.ts'
import { readDiagram } from '../resolve-script.ts'
import { tool } from '../tool.ts'
import { asData } from '../untrusted-text.ts'

/** In pixels; assistants pay for more, but see no better. */
const LONGEST_SIDE = 1_600

export const previewDiagram = tool({
  name: 'preview_diagram',
  title: 'Draw a diagram',
  description:
    'Draws a script (code) or a diagram on the service (diagram) as a PNG picture and as Mermaid text. Look at the picture before you create or update a diagram. A script needs no key and no network.',
  input: z.strictObject({
    code: z.string().optional().describe('A script to draw. Give this or diagram.'),
    diagram: z.string().min(1).optional().describe('Id or slug of a diagram. Give this or code.'),
    theme: z.enum(['light', 'dark']).default('light'),
  }),
  output: z.object({
    mermaid: z.string().nullable().describe('A flowchart; null for a script with errors.'),
    width: z.int().nullable().describe('Width of the picture, in its own units.'),
    height: z.int().nullable(),
    findings: z.array(finding),
  }),
  idempotent: true,
  async call({ code, diagram, theme }, session) {
    if ((code === undefined) === (diagram === undefined)) {
      throw usageError('Expected either code or diagram.', {
        code: 'TOPO_ARGUMENTS',
        hint: 'Give exactly one of code and diagram.',
      })
    }
    const script = code ?? (await codeOf(diagram ?? '', session))
    const checked = await session.check(script, { picture: { title: '' } })
    const { picture } = checked
    if (picture === undefined || errorsIn(checked.findings) > 0) {
      const text = `The script has errors, so there is no picture.\n${findingLines(checked.findings)}`
      return { data: { mermaid: null, width: null, height: null, findings: checked.findings }, text }
    }
    const { mermaid: flowchart, svg } = await import('../../render/index.ts')
    const { svgToPng } = await import('../../project/draw/svg-to-png.ts')
    const { width, height } = picture
    const scale = Math.min(2, LONGEST_SIDE / Math.max(width, height))
    const png = await svgToPng(svg.write(picture, { theme }), picture, scale)
    const mermaid = flowchart.write(picture, { theme })
    return {
      data: { mermaid, width: Math.round(width), height: Math.round(height), findings: checked.findings },
      text: [findingLines(checked.findings), diagram === undefined ? mermaid : asData(mermaid)]
        .filter(Boolean)
        .join('\n'),
      images: [{ data: Buffer.from(png).toString('base64'), mimeType: 'image/png' }],
    }
  },
})

async function codeOf(
  diagram: string,
  { connection, signal, revisions }: Parameters<typeof previewDiagram.call>[1],
) {
  const { remote } = await connection.run('optional', signal, (reach) => readDiagram(reach, diagram))
  revisions.remember(remote)
  return remote.content.code
}
