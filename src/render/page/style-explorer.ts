/** Style sheet of what one explores a picture with: search, card, lit neighbours and what shows them. */

export const explorerStyle = `
.player .quiet{margin:0;opacity:1;color:var(--quiet);font-size:.8125rem}
.tools{position:absolute;inset-block-start:.6rem;inset-inline-start:.6rem;display:flex;flex-wrap:wrap;gap:.25rem;pointer-events:none}
.tools>*{pointer-events:auto}
.player .tools button:not([hidden]){display:inline-flex;align-items:center;gap:.4rem}
.tools kbd{font:inherit;font-size:.75rem;line-height:1;padding:.15rem .35rem;border:1px solid var(--edge);border-radius:.3rem;color:var(--quiet)}
.finder,.card{position:absolute;z-index:3;box-sizing:border-box;background:var(--surface);border:1px solid var(--edge);border-radius:.75rem;box-shadow:0 6px 24px #0002}
.finder{inset-block-start:.6rem;inset-inline-start:.6rem;width:min(26rem,calc(100% - 1.2rem));max-height:calc(100% - 1.2rem);display:flex;flex-direction:column;padding:.5rem}
.finder input{font:inherit;font-size:1rem;color:inherit;background:var(--canvas);border:1px solid var(--edge);border-radius:.5rem;min-height:2.5rem;padding:0 .7rem;box-sizing:border-box;width:100%}
.finder input::placeholder{color:var(--quiet);opacity:1}
.player .finder input:focus-visible{outline-offset:0}
.finder ul{list-style:none;margin:.4rem 0 0;padding:0;overflow:auto;min-height:0}
.finder li{display:flex;flex-direction:column;padding:.35rem .6rem;border-radius:.5rem;cursor:pointer;overflow-wrap:anywhere}
.finder li small{color:var(--quiet);font-size:.8125rem}
.finder li:hover{background:var(--soft)}
.finder li[aria-selected=true]{background:var(--soft);box-shadow:inset 3px 0 var(--accent)}
[dir=rtl] .finder li[aria-selected=true]{box-shadow:inset -3px 0 var(--accent)}
.finder p:not(:empty){padding:.4rem .6rem .1rem}
.card{inset-block:.6rem;inset-inline-end:.6rem;width:min(20rem,calc(100% - 1.2rem));height:fit-content;max-height:calc(100% - 1.2rem);overflow:auto;overscroll-behavior:contain;padding:.75rem .9rem .9rem;overflow-wrap:anywhere}
.finder:not([hidden])~.card{display:none}
.card header{display:flex;align-items:center;gap:.5rem;min-height:2.25rem}
.card header .quiet{flex:1}
.player .card header button{border-color:transparent;background:none;color:var(--quiet)}
.player .card header button:hover{border-color:var(--accent);color:var(--ink)}
:is(.card,.finder) [dir=auto]{text-align:-webkit-match-parent;text-align:match-parent}
.card h2{font-size:1.125rem;line-height:1.3;margin:.1rem 0 .35rem;outline-offset:4px}
.player .card h2:focus{outline:none}
.card h3{font-size:.8125rem;font-weight:600;color:var(--quiet);margin:.9rem 0 .2rem}
.card .about{margin:0 0 .5rem;white-space:pre-line}
.card dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.15rem .75rem;margin:.4rem 0}
.card .part+dl{margin-top:.9rem}
.card dt{color:var(--quiet)}.card dd{margin:0}
.card ul{list-style:none;margin:0;padding:0}
.card li{padding:.15rem 0;display:flex;flex-wrap:wrap;gap:0 .5rem;align-items:baseline}
.card li p{margin:0;white-space:pre-wrap;flex-basis:100%}
.card a{color:var(--accent);text-underline-offset:.15em;min-height:1.5rem;display:inline-flex;align-items:center}
.card a.how{color:var(--quiet);font-size:.8125rem;text-decoration-color:var(--edge)}
.card a:hover{text-decoration-thickness:2px}
.card .about a{display:inline}
.card .place{font:.8125rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.player .card button.plain{border:0;background:none;padding:0;min-height:1.5rem;color:var(--accent);text-align:start;text-decoration:underline;text-underline-offset:.15em;display:inline}
.hops{display:flex;gap:.75rem;align-items:center;border:0;margin:.6rem 0 0;padding:0}
.hops legend{float:inline-start;padding:0;margin-inline-end:.75rem;color:var(--quiet)}
.hops label{display:inline-flex;gap:.3rem;align-items:center;min-height:1.75rem;cursor:pointer}
.hops input{accent-color:var(--accent);margin:0}
.notice{position:absolute;z-index:4;inset-block-end:.8rem;inset-inline:0;margin-inline:auto;width:fit-content;max-width:calc(100% - 6rem);padding:.4rem .8rem;border-radius:.6rem;background:var(--ink);color:var(--canvas);overflow-wrap:anywhere}
.notice:empty{display:none}
.unseen{position:fixed;inset:0 auto auto 0;width:1px;height:1px;opacity:0}
.framed:has(.card:not([hidden])) .zoom{inset-inline-end:calc(min(20rem,100% - 1.2rem) + 1.2rem)}
.player .inner,.drawing .frame.shut>:is(.sign,.rim){display:none}
.cover>.lid{fill:none}.drawing .shut>.body{fill-opacity:1;fill:var(--surface)}
.bundles .line{stroke-width:var(--width)}
.drawing .heads .shut{display:none}
.drawing .counts .tag.count{display:inline}.drawing .count text{font-weight:700}
.minimap{pointer-events:auto;padding:.3rem;background:var(--surface);border:1px solid var(--edge);border-radius:.5rem;cursor:crosshair;touch-action:none}
.minimap svg{display:block}
.minimap path{fill:var(--quiet);fill-opacity:.5}.minimap .frames{fill-opacity:.14}
.minimap .shown{fill:var(--accent);fill-opacity:.14;stroke:var(--accent);stroke-width:1.5;vector-effect:non-scaling-stroke}
.asked{color:var(--ink);background:var(--surface);border:1px solid var(--edge);border-radius:.75rem;padding:1rem 1.25rem;max-width:min(30rem,calc(100vw - 3rem));box-shadow:0 6px 24px #0004}
.asked::backdrop{background:#0006}
.asked header{display:flex;align-items:center;justify-content:space-between;gap:1rem}.asked h2{font-size:1.125rem;margin:0}
.asked dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.4rem 1rem;margin:.75rem 0 0}
.asked dt{display:flex;gap:.25rem;align-items:start}.asked dd{margin:0}
.asked kbd{font:inherit;font-size:.8125rem;line-height:1.4;padding:0 .4rem;border:1px solid var(--edge);border-radius:.3rem;background:var(--canvas)}
.player.presenting{position:fixed;inset:0;z-index:10;background:var(--canvas);padding:1rem;box-sizing:border-box}
.presenting :is(.layers,.tools,.minimap){display:none}
.presenting .framed{border:0;border-radius:0;min-height:0}
.presenting .playback{opacity:1}
.presenting .said{font-size:clamp(1.25rem,2.4vw,2rem);line-height:1.35;text-align:center;order:-1}
.presenting .stage:focus-visible::after{display:none}
.presenting .bubble{font-size:1.25rem}
.presenting .zoom>:nth-child(-n+4),.presenting .zoom>:last-child{display:none}
.drawing :is([data-node],[data-head],[data-edge],[data-bundle]){cursor:pointer}
.drawing :focus{outline:none}
.player .dim{opacity:.22}.alone :is(.dim,.bare){display:none}
.card p.buttons{margin:.6rem 0 0}.card .buttons button:not([title]){padding:0 .7rem}
.player .lit.edge>.line{stroke-width:2.4}
.player .picked>.body{stroke:var(--accent);stroke-width:3}
.player .picked.edge>.line{stroke:var(--accent);stroke-width:3.4}.player .picked.edge>.tip{fill:var(--accent)}
.drawing :focus-visible>.body,.drawing :focus-visible>.line{stroke:var(--accent);stroke-width:4;stroke-dasharray:none}
@media (max-width:40rem){
.player .folding{max-width:8.5rem}
.tools kbd,.tools .label{display:none}
.finder{max-height:55%}
.card{inset-block:auto .6rem;inset-inline:.6rem;width:auto;max-height:52%}
.framed:has(.card:not([hidden])) .zoom{display:none}}
@media (forced-colors:active){.player .dim{opacity:.5}.player .picked>.body,.player .picked>.line,.drawing :focus-visible>.body,.drawing :focus-visible>.line{stroke:Highlight}}
`
