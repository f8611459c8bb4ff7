import { defineCommand } from '../../../cli/command/define.ts'
import { optionalArguments } from '../../../cli/command/flags/arguments.ts'
import { showFindings } from '../../../cli/findings/findings.ts'
import { noteStyle } from '../../../cli/io/note-style.ts'
import { endedBySystem } from '../../../cli/io/process/signals.ts'
import { drawScripts } from '../../../review/draw-scripts.ts'
import { drawOptionsOf } from '../../../review/refresh/picture-choice.ts'
import { chooseTarget, pictureInFile, renderFlags } from './choose-target.ts'
import { refuseIdleFlags } from './idle-flags.ts'
import { refusePictureName } from './picture-name.ts'
import { isSet, pictureSets } from './picture-sets.ts'
import { refreshFields } from './refresh-item.ts'
import { invalidScripts, renderFields, renderResult } from './render.ts'
import { scriptsFrom } from './render-scripts.ts'
import { refuseUnknownLayers, refuseUnknownLayersOf } from './unknown-layers.ts'

export default defineCommand({
  summary: 'Render scripts as pictures, HTML pages, flowcharts or text.',
  description:
    'Without arguments, renders all scripts of the project; - reads one script from standard input. Slugs, ids and URLs name remote scripts. A script that the service would refuse is not rendered; its findings are printed.',
  aliases: ['render'],
  examples: [
    'topo render diagrams/checkout.topology.js',
    'topo render diagrams/checkout.topology.js -o checkout.png --theme dark',
    'topo render -o pictures/ --format svg --force',
    'topo render hello-topology --format mermaid > hello.mmd',
    'topo render diagrams/checkout.topology.js --format sequence -o checkout.svg',
    'topo render -o site/ --format html',
    'topo render -o pictures/ --write',
    'topo render -o pictures/ --check',
  ],
  fields: [...new Set([...renderFields, ...refreshFields])],
  fieldsWith: ({ check, write }) => (check || write ? refreshFields : renderFields),
  args: {
    scripts: optionalArguments(
      'Files, folders, patterns, slugs, ids or URLs; - reads standard input.',
    ),
  },
  flags: renderFlags,
  run: async ({ args, flags, terminal, environment, openProject, openService }) => {
    const refreshes = flags.check || flags.write
    const refreshesTracked = refreshes && flags.output === undefined
    if (refreshesTracked) refuseIdleFlags(flags)
    const project = await openProject()
    const given = args.scripts ?? []
    if (flags.output === undefined) refusePictureName(given)
    const client = async () => (await openService('optional')).client
    const scripts = await scriptsFrom(project, given, client, terminal)
    return endedBySystem(async () => {
      if (scripts.length > 1 && flags.output === undefined && !refreshes)
        await refuseUnknownLayersOf(scripts, flags.layer)
      const target = refreshesTracked
        ? undefined
        : chooseTarget(flags, scripts.length, terminal, given.length === 0)
      const { style = project.config.style } = flags
      noteStyle(style, terminal, [target?.format, target?.sequences].includes('png'))
      if (refreshes || target === undefined) {
        const { refreshResult } = await import('./refresh.ts')
        const isWhole = given.length === 0
        return refreshResult({ scripts, target, choice: flags, project, isWhole }, terminal)
      }
      terminal.activity.begin('Drawing', scripts.length)
      const drawn = await drawScripts(
        scripts,
        async ({ slug }) => {
          const replaced = await pictureInFile(target, slug)
          return {
            ...drawOptionsOf(flags, { style, form: target, replaced }),
            outline: isSet(target),
          }
        },
        () => terminal.activity.advance(),
      )
      terminal.activity.end()
      showFindings(terminal, invalidScripts(drawn), project)
      refuseUnknownLayers(flags.layer ?? [], drawn)
      return renderResult(drawn, {
        target,
        choice: flags,
        setOf: await pictureSets(drawn, target, project),
        terminal,
        locale: environment.locale,
      })
    })
  },
})
