/**
 * Draws the scripts that `topo render --check` and `--write` compare with files, except those that
 * an earlier run drew.
 */
import { showFindings } from '../../../cli/findings/findings.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import { readOverwritten } from '../../../limits/files.ts'
import type { Project } from '../../../project/config/project.ts'
import type { LocalScript } from '../../../project/script/load.ts'
import {
  type DrawnNodes,
  KnownDrawing,
  nodesOfDrawings,
} from '../../../review/refresh/known-drawing.ts'
import { pictureInFile, type RenderChoice, type RenderTarget } from './choose-target.ts'
import { isSet, pictureSets, type SetOf } from './picture-sets.ts'
import { invalidScripts } from './render.ts'
import { refuseUnknownLayers } from './unknown-layers.ts'

export interface RefreshRequest {
  readonly scripts: readonly LocalScript[]
  /**
   * Undefined without `--output`: then the pictures that git tracks are refreshed, as each was
   * drawn.
   */
  readonly target: RenderTarget | undefined
  readonly choice: RenderChoice
  readonly project: Project
  /** True if the scripts are those of the project, so that a block must name one of them. */
  readonly isWhole: boolean
}

export interface Drawn {
  readonly drawing: KnownDrawing
  readonly names: DrawnNodes
}

/** The drawings that all files are compared with. */
export interface Refresh extends RefreshRequest {
  readonly drawn: readonly Drawn[]
  readonly setOf: SetOf
  readonly terminal: Terminal
}

export async function beginRefresh(options: RefreshRequest, terminal: Terminal): Promise<Refresh> {
  const { scripts, target, choice, project } = options
  terminal.activity.begin('Drawing', scripts.length)
  const drawings: KnownDrawing[] = []
  for (const script of scripts) drawings.push(await drawingOf(script, options))
  const names = await nodesOfDrawings(drawings, () => terminal.activity.advance())
  terminal.activity.end()
  showFindings(terminal, invalidScripts(names), project)
  refuseUnknownLayers(choice.layer ?? [], names)
  const drawn = drawings.map((drawing, index) => ({
    drawing,
    names: names[index] as DrawnNodes,
  }))
  return { ...options, drawn, setOf: await pictureSets(names, target, project), terminal }
}

async function drawingOf(
  script: LocalScript,
  { target, choice, project }: RefreshRequest,
): Promise<KnownDrawing> {
  const { style = project.config.style } = choice
  if (target === undefined) return KnownDrawing.of(script, { choice, style })
  return KnownDrawing.of(script, {
    choice,
    form: target,
    style,
    existing: await existingPicture(target, script.slug),
    replaced: () => pictureInFile(target, script.slug),
    outline: isSet(target),
  })
}

/** A file that cannot be read is reported when it is compared. */
async function existingPicture({ file }: RenderTarget, slug: string): Promise<Buffer | undefined> {
  return file && readOverwritten('replaced', file(slug)).catch(() => undefined)
}
