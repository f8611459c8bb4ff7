/** The HTML of the preview page, before its script fills it. */
import { playerStyle, policyFor } from '../render/page/index.ts'
import { tableStyle } from '../text/from-markdown.ts'
import { program } from './bundled.ts'

const style = `
:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 16%,transparent);--accent:light-dark(#1d5fd1,#7db2ff);
--error:light-dark(#b3202f,#ff8a92);--warning:light-dark(#8a5300,#f0b042);--hint:light-dark(#1d5fd1,#7db2ff);--soft:color-mix(in srgb,currentColor 5%,transparent)}
*{box-sizing:border-box}
body{margin:0;height:100vh;height:100dvh;display:grid;grid-template:auto minmax(0,1fr)/auto minmax(0,1fr) minmax(17rem,23rem);grid-template-areas:'head head head' 'list main side';
font:14px/1.5 Inter,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;color:light-dark(#0f1b2d,#e7edf6);background:light-dark(#fff,#0b1018)}
body>header{grid-area:head;display:flex;gap:.25rem 1rem;align-items:baseline;flex-wrap:wrap;padding:.7rem 1rem;border-bottom:1px solid var(--line)}
h1{font-size:1.05rem;margin:0;overflow-wrap:anywhere}h2{font-size:.95rem;margin:0 0 .5rem}
body>header p{margin:0;opacity:.75;overflow-wrap:anywhere}#about a{color:var(--accent)}
#state{margin-left:auto}
#state.lost{color:var(--error);opacity:1;font-weight:600}
[hidden]{display:none!important}
nav{grid-area:list;width:15rem;overflow:auto;border-right:1px solid var(--line);padding:.6rem}
nav ul{list-style:none;margin:0;padding:0;display:flex;flex-direction:column;gap:.15rem}
nav button{all:unset;box-sizing:border-box;display:flex;gap:.5rem;justify-content:space-between;width:100%;padding:.35rem .6rem;border-radius:.5rem;cursor:pointer;overflow-wrap:anywhere}
nav button:hover{background:var(--soft)}
nav button[aria-current]{background:color-mix(in srgb,var(--accent) 16%,transparent);font-weight:600}
nav button:focus-visible,summary:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
.count{font-size:.75rem;font-weight:700;white-space:nowrap;align-self:start}
.count.error,.severity.error{color:var(--error)}.count.warning,.severity.warning{color:var(--warning)}.severity.hint{color:var(--hint)}
main{grid-area:main;display:flex;flex-direction:column;min-width:0;min-height:0;padding:.8rem 1rem}
#notice{margin:0 0 .6rem;padding:.45rem .75rem;border-radius:.5rem;border:1px solid color-mix(in srgb,var(--error) 45%,transparent);background:color-mix(in srgb,var(--error) 9%,transparent)}
.player{flex:1}
aside{grid-area:side;overflow:auto;border-left:1px solid var(--line);padding:.8rem 1rem}
aside section+details,aside details+details{border-top:1px solid var(--line);margin-top:1rem;padding-top:.8rem}
summary{cursor:pointer;font-weight:600}
#findings ul{list-style:none;margin:0;padding:0;display:flex;flex-direction:column;gap:.6rem}
#findings li{padding:.55rem .7rem;border:1px solid var(--line);border-left-width:3px;border-radius:.5rem;overflow-wrap:anywhere}
#findings li.error{border-left-color:var(--error)}#findings li.warning{border-left-color:var(--warning)}#findings li.hint{border-left-color:var(--hint)}
#findings p{margin:0}.severity{font-weight:700}.fix{opacity:.8}
#findings .place{font:.8rem/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;opacity:.85}
#readme,#words{overflow-wrap:anywhere}
#readme h1{font-size:1.1rem;margin:.8rem 0 .4rem}#readme h2{font-size:1rem;margin:.9rem 0 .3rem}#readme a{color:var(--accent)}
pre{overflow:auto;padding:.6rem;background:var(--soft);border-radius:.5rem;font:.8rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:normal}
@media (max-width:60rem){
body{height:auto;display:block}nav{width:auto;border:0;border-bottom:1px solid var(--line)}
nav ul{flex-direction:row;overflow:auto}nav button{white-space:nowrap;width:auto}
main{height:auto;padding:.8rem}aside{border:0;border-top:1px solid var(--line)}}
@media print{nav,aside{display:none}}
`

/** @param script the program of the page, as an element */
const pageWith = (head: string, script: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>topo preview</title>
<style>${style}${tableStyle}${playerStyle}</style>
${head}
</head>
<body>
<header><h1 id="title">topo preview</h1><p id="about" class="about"></p><p id="path"></p><p id="state" role="status">Connecting</p></header>
<nav aria-label="Scripts" hidden><ul id="scripts"></ul></nav>
<main><p id="notice" role="status" hidden></p><section class="player" aria-label="Diagram"></section></main>
<aside>
<section id="findings" aria-label="Findings"><h2><span id="count" role="status"></span></h2><ul></ul></section>
<details open hidden><summary>Readme</summary><div id="readme"></div></details>
<details hidden><summary>Text description</summary><pre id="words" tabindex="0"></pre></details>
</aside>
${script}
</body>
</html>
`

export const previewPage = pageWith('<script src="/page.js" defer></script>', '')

/** The page for the panel of an editor, which serves no files: with its program, and a policy that allows nothing else. */
export function panelPage(): string {
  // Follows the editor, whose theme may differ from the system's.
  const theme =
    ':root:has(>.vscode-light){color-scheme:light}:root:has(>:is(.vscode-dark,.vscode-high-contrast)){color-scheme:dark}'
  const head = `<meta http-equiv="Content-Security-Policy" content="${policyFor(program)}"><style>${theme}</style>`
  return pageWith(head, `<script>${program.text}</script>`)
}
