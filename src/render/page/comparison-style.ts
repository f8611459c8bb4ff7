/** Style sheet of a page that compares two versions. Only changes have the colours of changes. */
import { palettes } from '../picture/look/theme.ts'

const { light, dark } = palettes
const mark = (name: 'added' | 'removed' | 'changed') =>
  `--${name}:light-dark(${light.marks[name]},${dark.marks[name]})`

export const comparisonStyle = `
.comparing{flex:1;display:grid;grid-template:auto minmax(0,1fr)/minmax(0,1fr) 20rem;gap:.75rem 1rem;min-height:0;${mark('added')};${mark('removed')};${mark('changed')}}
.comparing .player{--alarm:light-dark(#7c3aed,#c4a5ff);grid-area:2/1;min-height:24rem}
.left-out{margin:0 0 .75rem}
.versions{grid-area:1/1;display:grid;grid-template-columns:repeat(3,auto);gap:.15rem .5rem;max-width:24rem;width:100%;justify-content:space-between;align-items:center;border:0;margin:0;padding:0}
.versions input{grid-column:1/-1;width:100%;margin:0;accent-color:light-dark(#1d5fd1,#7db2ff);min-height:1.5rem}
.versions button{font:inherit;font-size:.875rem;color:inherit;background:none;border:0;border-radius:.4rem;padding:.2rem .5rem;min-height:2rem;cursor:pointer}
.versions button[aria-pressed=true]{font-weight:700;text-decoration:underline;text-underline-offset:.25em}
.versions button:focus-visible,.versions input:focus-visible,.changes a:focus-visible{outline:2px solid light-dark(#1d5fd1,#7db2ff);outline-offset:2px}
kbd{font:inherit;font-size:.75rem;line-height:1;padding:.1rem .3rem;border:1px solid currentColor;border-radius:.3rem}
.changes{grid-area:1/2/3/3;overflow:auto;min-height:0;font-size:.9375rem}
.changes h2{font-size:1rem;margin:0 0 .35rem}.changes .hint{margin:0 0 .35rem;font-size:.875rem}
.changes ol{list-style:none;margin:0;padding:0}
.entry{display:grid;grid-template-columns:1.4rem minmax(0,1fr);gap:.4rem;padding:.35rem .4rem;border-radius:.5rem;color:inherit;overflow-wrap:anywhere;text-decoration:none}
a.entry:hover{text-decoration:underline}
a.entry[aria-current]{background:light-dark(#e7eef9,#1b2a42)}
.sign{display:inline-grid;place-items:center;width:1.25rem;height:1.25rem;margin-top:.1rem;border-radius:50%;font-weight:700;line-height:1;color:light-dark(#fff,#0b1018)}
.sign.added{background:var(--added)}.sign.removed{background:var(--removed)}.sign:is(.changed,.renamed){background:var(--changed)}
@media (max-width:64rem){.comparing{display:flex;flex-direction:column}.changes{overflow:visible}.comparing .player{min-height:min(60vh,26rem);flex:none}}
`
