/** Style sheet of the player: light and dark, wide and narrow windows. */
import { palettes } from '../picture/look/theme.ts'
import { explorerStyle } from './style-explorer.ts'
import { printStyle } from './style-print.ts'

const { light, dark } = palettes
const both = (name: 'canvas' | 'surface' | 'line' | 'text' | 'quiet') =>
  `light-dark(${light[name]},${dark[name]})`

export const playerStyle = `
.player{--canvas:${both('canvas')};--surface:${both('surface')};--edge:${both('line')};--ink:${both('text')};--quiet:${both('quiet')};
--accent:light-dark(#1d5fd1,#7db2ff);--alarm:light-dark(#c92a3b,#ff7a83);--on:light-dark(#fff,#0b1220);--soft:color-mix(in srgb,currentColor 7%,transparent);
display:flex;flex-direction:column;min-height:0;color:var(--ink);font:14px/1.45 Inter,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}
.player>svg,.drawing>svg{direction:ltr}
.player>svg{display:block;max-width:100%;height:auto;margin:0 auto}
.framed{position:relative;flex:1;min-height:min(38rem,75vh);border:1px solid var(--edge);border-radius:.75rem;overflow:hidden;background:var(--canvas)}
.whole .framed{min-height:16rem}
.stage{position:absolute;inset:0;cursor:grab;touch-action:none;user-select:none;overflow:hidden;border-radius:inherit}
.stage:active{cursor:grabbing}
.player :focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.player .stage:focus-visible{outline:none}
.stage:focus-visible::after{content:'';position:absolute;inset:0;border:2px solid var(--accent);border-radius:inherit;pointer-events:none}
.stage.scrolls{touch-action:pan-y}:fullscreen .stage.scrolls{touch-action:none}
.drawing{position:absolute;left:0;top:0;transform-origin:0 0;will-change:transform}.drawing.settled{will-change:auto}
.drawing>svg{display:block}
.drawing .legend,.drawing .moved-out,.drawing:not([data-detail=all]) :is(.tag:not(.added,.removed,.changed),.note,.badge),.named>text,.iconless>:is(.icon,.art,.plate){display:none}
.drawing:not([data-detail=all]) .tag:is(.added,.removed,.changed){transform-box:fill-box;transform-origin:50% 50%;scale:var(--growth)}
.corner{position:absolute;inset-block-end:.6rem;inset-inline-start:.6rem;display:grid;gap:.4rem;justify-items:start;max-width:calc(100% - 5rem);pointer-events:none}
.key-of-lines{display:flex;flex-wrap:wrap;gap:0 .8rem;font-size:.75rem;color:var(--quiet)}
.key-of-lines span{display:inline-flex;gap:.35rem;align-items:center}
.overlay{position:absolute;inset:0;pointer-events:none}
.player [hidden]{display:none}
.off,.as-of{display:none}
.player button,.player select{font:inherit;color:inherit;background:var(--surface);border:1px solid var(--edge);border-radius:.5rem;min-height:2.25rem;padding:0 .5rem}
.player button{display:inline-grid;place-items:center;min-width:2.25rem;cursor:pointer}
.player button:hover,.player select:hover,.player button[aria-pressed=true]{border-color:var(--accent)}.player button[aria-pressed=true]{color:var(--accent)}
.buttons{display:inline-flex;gap:.25rem}
.zoom{position:absolute;inset-inline-end:.6rem;inset-block-end:.6rem;flex-direction:column}
.layers{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;border:0;margin:0 0 .5rem;padding:0;min-width:0}
.layers legend{float:left;padding:0;color:var(--quiet)}
.layers label{display:inline-flex;gap:.4rem;align-items:center;min-height:1.75rem;cursor:pointer;overflow-wrap:anywhere}
.layers input,.playback input{accent-color:var(--accent)}
.playback{display:flex;flex-wrap:wrap;gap:.5rem .6rem;align-items:center;margin-top:.6rem}
.playback select{max-width:min(18rem,100%);text-overflow:ellipsis}
.playback input{flex:1 1 8rem;min-width:6rem;margin:0}
.playback output{font-variant-numeric:tabular-nums;color:var(--quiet);min-width:2.6rem;text-align:right}
.said{flex:1 0 100%;margin:0;min-height:1.45em;overflow-wrap:anywhere}
.bubble{position:absolute;z-index:2;width:max-content;max-width:min(22rem,calc(100% - 16px));max-height:12rem;overflow:auto;box-sizing:border-box;padding:.4rem .7rem;border-radius:.6rem;background:var(--accent);color:var(--on);font-weight:500;overflow-wrap:anywhere;transform:translate(-50%,calc(-100% - 10px));box-shadow:0 4px 16px #0003;user-select:text}
.bubble.below{transform:translate(-50%,10px)}
.bubble.error{background:var(--alarm)}
.bubble.remarks{pointer-events:auto;background:var(--surface);color:var(--ink);border:1px solid var(--edge);font-weight:400;cursor:auto}
.bubble.remarks p{margin:.15rem 0;white-space:pre-wrap}
.player .pin{position:absolute;z-index:1;pointer-events:auto;min-width:1.6rem;min-height:1.6rem;padding:0 .3rem;border-radius:1rem 1rem 1rem 0;border:2px solid var(--canvas);background:var(--accent);color:var(--on);font-size:.75rem;font-weight:700;transform:translate(-15%,-85%)}
.player .aside{opacity:.3}
.player .been>.line{stroke:var(--accent);stroke-opacity:.55}.player .been>.tip{fill:var(--accent);fill-opacity:.55}
.player .now>.line{stroke:var(--accent);stroke-width:3}.player .now>.tip{fill:var(--accent)}
.player .node.now>.body,.player .frame.now>.body{stroke:var(--accent);stroke-width:2.6}
.player .node.alarm>.body,.player .frame.alarm>.body{stroke:var(--alarm);stroke-width:3.2}
.player .alarm>.body{animation:alarm .35s ease-in-out 3 alternate}
.runner{fill:var(--accent);stroke:var(--canvas);stroke-width:2}
@keyframes alarm{to{fill:var(--alarm);fill-opacity:.35}}
@media (prefers-reduced-motion:no-preference){.drawing:not(.large) :is(.node,.edge,.tag){transition:opacity .2s}}
@media (prefers-reduced-motion:reduce){.player .alarm>.body{animation:none}}
@media (max-width:40rem){.player .framed{min-height:min(60vh,26rem)}.playback input{order:1;flex-basis:60%}.playback output{order:1}.said{order:2}}
@media (forced-colors:active){.player .now>.body,.player .alarm>.body{stroke:Highlight}}
${explorerStyle}${printStyle}`
