/** `preview_diagram`: what a script draws, as a picture to look at and as Mermaid to show on. */
import { z } from 'zod'
import { usageError } from '../../errors.ts'
import { errorsIn, finding, findingLines } from '../judgement.ts'
import { readDiagram } from '../resolve-script.ts'
import { tool } from '../tool.ts'
import { asData } from '../untrusted-text.ts'

/** In pixels; more than this an assistant sees no better, and pays for. */
const LONGEST_SIDE = 1_600

export const previewDiagram = tool({
  name: 'preview_diagram',
  title: 'Draw a diagram',
  description:
    'Draws a script (code), or a diagram of the service (diagram), as a PNG picture and as Mermaid text. Look at the picture before you create or update a diagram. A script needs no key and no network.',
  input: z.strictObject({
    code: z.string().optional().describe('A script to draw. Give this or diagram.'),
    diagram: z.string().min(1).optional().describe('Id or slug of a diagram. Give this or code.'),
    theme: z.enum(['light', 'dark']).default('light'),
  }),
  output: z.object({
    mermaid: z.string().nullable().describe('A flowchart; null for a script with errors.'),
    width: z.int().nullable().describe('Of the picture as drawn, in its own units.'),
    height: z.int().nullable(),
    findings: z.array(finding),
  }),
  idempotent: true,
  async call({ code, diagram, theme }, session) {
    if ((code === undefined) === (diagram === undefined)) {
      throw usageError('There is nothing to draw, or too much.', {
        code: 'TOPO_ARGUMENTS',
        hint: 'Give exactly one of code and diagram.',
      })
    }
    const script = code ?? (await kept(diagram ?? '', session))
    const judged = await session.judge(script, { picture: { title: '' } })
    const { picture } = judged
    if (picture === undefined || errorsIn(judged.findings) > 0) {
      const text = `The script has errors, so there is no picture.\n${findingLines(judged.findings)}`
      return { data: { mermaid: null, width: null, height: null, findings: judged.findings }, text }
    }
    const { mermaid: flowchart, svg } = await import('../../render/index.ts')
    const { svgToPng } = await import('../../project/draw/raster.ts')
    const { width, height } = picture
    const scale = Math.min(2, LONGEST_SIDE / Math.max(width, height))
    const png = await svgToPng(svg.write(picture, { theme }), picture, scale)
    const mermaid = flowchart.write(picture, { theme })
    return {
      data: { mermaid, width: Math.round(width), height: Math.round(height), findings: judged.findings },
      text: [findingLines(judged.findings), diagram === undefined ? mermaid : asData(mermaid)]
        .filter(Boolean)
        .join('\n'),
      images: [{ data: Buffer.from(png).toString('base64'), mimeType: 'image/png' }],
    }
  },
})

async function kept(
  diagram: string,
  { connection, signal, seen }: Parameters<typeof previewDiagram.call>[1],
) {
  const { remote } = await connection.ask('optional', signal, (reach) => readDiagram(reach, diagram))
  seen.remember(remote)
  return remote.content.code
}
