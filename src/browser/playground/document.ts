/** The HTML of the playground, before its program fills it. */
import { playerStyle } from '../../render/page/index.ts'
import type { PageData } from './page-data.ts'

/**
 * Nothing comes from another host, and nothing is sent to one. Workers are made of a text, so that
 * this policy is theirs.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  'worker-src blob:',
  "connect-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join(';')

const style = `
:root{color-scheme:light dark;--line:light-dark(#d5dce6,#2a3648);--accent:light-dark(#1d5fd1,#7db2ff);--surface:light-dark(#fff,#131c2b);--quiet:light-dark(#56657a,#8fa1b8);
--error:light-dark(#b3202f,#ff8a92);--warning:light-dark(#8a5300,#f0b042);--hint:light-dark(#1d5fd1,#7db2ff);--soft:color-mix(in srgb,currentColor 5%,transparent)}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0;height:100dvh;display:grid;grid-template:auto minmax(0,1fr)/minmax(20rem,2fr) minmax(0,3fr);grid-template-areas:'head head' 'script main';
font:14px/1.5 Inter,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;color:light-dark(#0f1b2d,#e7edf6);background:light-dark(#fff,#0b1018)}
body>header{grid-area:head;display:flex;gap:.4rem .6rem;align-items:center;flex-wrap:wrap;padding:.5rem .8rem;border-bottom:1px solid var(--line)}
h1{font-size:1.05rem;margin:0 auto 0 0;display:flex;gap:.45rem;align-items:baseline}
h1 a{color:inherit;text-decoration:none}h1 span{font-weight:400;color:var(--quiet)}
body>header :is(button,select){font:inherit;color:inherit;background:var(--surface);border:1px solid var(--line);border-radius:.5rem;min-height:2.25rem;padding:0 .7rem;cursor:pointer}
body>header :is(button,select):hover{border-color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
.script{grid-area:script;display:flex;flex-direction:column;min-width:0;min-height:0;border-inline-end:1px solid var(--line)}
#editor{flex:1;min-height:8rem;overflow:hidden}
#findings{border-top:1px solid var(--line);max-height:38%;overflow:auto;padding:.5rem .8rem}
#findings ul{list-style:none;margin:.4rem 0 0;padding:0;display:grid;gap:.4rem}
#findings li{padding:.35rem .6rem;border:1px solid var(--line);border-left-width:3px;border-radius:.5rem;overflow-wrap:anywhere}
#findings p{margin:0}#findings #count{font-weight:600;font-size:.85rem;color:var(--quiet)}.fix{color:var(--quiet)}
#findings button{all:unset;cursor:pointer;color:var(--accent);text-decoration:underline;font-variant-numeric:tabular-nums}
#findings button:focus-visible{outline:2px solid var(--accent)}
.error{border-left-color:var(--error)!important}.error .severity{color:var(--error)}
.warning{border-left-color:var(--warning)!important}.warning .severity{color:var(--warning)}
.hint{border-left-color:var(--hint)!important}.hint .severity{color:var(--hint)}
main{grid-area:main;display:flex;flex-direction:column;min-width:0;min-height:0;padding:.6rem .8rem}
#notice{margin:0 0 .5rem;padding:.4rem .7rem;border-radius:.5rem;border:1px solid var(--line);background:var(--soft);overflow-wrap:anywhere}
.player{flex:1}
.explanation{padding:.4rem .7rem;max-width:26rem}.explanation p{margin:.2rem 0}
dialog{color:inherit;background:var(--surface);border:1px solid var(--line);border-radius:.75rem;max-width:min(36rem,92vw)}
dialog header{display:flex;justify-content:space-between;align-items:center}dialog h2{font-size:1.05rem;margin:0}
dialog header button{font:inherit;color:inherit;background:none;border:1px solid var(--line);border-radius:.5rem;min-width:2.25rem;min-height:2.25rem;cursor:pointer}
.steps{padding-inline-start:1.2rem}.steps pre{overflow:auto;padding:.5rem .7rem;background:var(--soft);border-radius:.5rem}
@media (max-width:52rem){body{height:auto;min-height:100dvh;display:flex;flex-direction:column}
.script{border:0}#editor{height:42vh;flex:none}#findings{max-height:none}main{min-height:75vh;border-top:1px solid var(--line)}}
`

export const playgroundPage = (data: PageData): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="description" content="Write an architecture diagram as a script, and see it while you type.">
<title>Playground – topo</title>
<link rel="icon" href="playground/icon.svg" type="image/svg+xml">
<style>${style}${playerStyle}</style>
<link rel="preload" href="playground/worker.js" as="fetch" crossorigin>
<link rel="preload" href="playground/sandbox.wasm" as="fetch" crossorigin>
<script src="playground/main.js" type="module"></script>
</head>
<body>
<header>
<h1><a href="./">topo</a> <span>Playground</span></h1>
<select id="examples" aria-label="Examples"><option value="">Examples</option></select>
<button type="button" id="copy">Copy link</button>
<button type="button" id="save">Save script</button>
<button type="button" id="own">Open on your machine</button>
</header>
<section class="script" aria-label="Script and findings">
<div id="editor"></div>
<section id="findings" aria-label="Findings"><p id="count" role="status">No findings</p><ul></ul></section>
</section>
<main>
<p id="notice" role="status" hidden></p>
<section class="player" aria-label="Diagram"></section>
</main>
<noscript>The playground needs JavaScript. Nothing that you write is sent.</noscript>
<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
</body>
</html>
`
