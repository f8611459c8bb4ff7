/** The script of a drawing, as `topo convert` writes it. */
import { type Drawing, redacted, scriptOfDrawing } from '../../src/convert/index.ts'

export const scriptOf = (drawing: Drawing): string => scriptOfDrawing(redacted(drawing))
