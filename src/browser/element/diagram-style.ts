/** Style sheet of an element, which no style of its page reaches. */
import { playerStyle } from '../../render/page/index.ts'

export const diagramStyle = `
:host{display:block;position:relative;min-block-size:2rem;margin-block:1rem}
:host([hidden]),[hidden]{display:none}
:host([theme=light]){color-scheme:light}
:host([theme=dark]){color-scheme:dark}
.probe{position:absolute;visibility:hidden;color:light-dark(#000,#fff);transition:color 1ms}
.place,.place>.player{block-size:100%}
.place>svg{display:block;max-inline-size:100%;block-size:auto;margin-inline:auto}
.problems:not(:empty){margin-block:.5rem;padding:.6rem .9rem;border:1px solid;border-inline-start-width:4px;border-radius:.5rem;
font:.875rem/1.5 Inter,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;color:light-dark(#8f1522,#ff9aa1);background:light-dark(#fff5f5,#2a1216);overflow-wrap:anywhere}
.problems p{margin:0;font-weight:600}
.problems ul{margin:.25rem 0 0;padding-inline-start:1.2rem}
${playerStyle}
@media print{:host,:host([theme]){color-scheme:light}
.player :is(.layers,.tools,.zoom,.corner,.finder,.card,.notice,.playback,.overlay){display:none!important}}
`
