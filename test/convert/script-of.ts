/** The script of a drawing, as `topo convert` writes it. */
import { type Drawing, redacted, scriptOfDrawing } from '../../src/convert/index.ts'
import { chooseRows } from '../../src/project/convert/choose-rows.ts'

export const scriptOf = (drawing: Drawing): string =>
  scriptOfDrawing(redacted(drawing), { chooseRows })
