/** Style sheet of a printed page: title, date, description, the picture with its legend, and the changes of a comparison. */

/** Texts of a page that are printed. */
const texts = ':is(header,main)>:is(h1,.about,.as-of,.left-out)'

export const printStyle = `
@media print{
@page{margin:10mm}
:root{color-scheme:light!important}
html,body{background:#fff!important;height:auto!important;min-height:0!important}
body,main{display:block!important;margin:0!important;padding:0!important;max-width:none!important}
body *:not(:has(.drawing),.drawing,.drawing *,header:has(>h1),${texts},${texts} *,.changes,.changes *){display:none!important}
header:has(>h1){display:block!important;border:0!important;margin:0!important;padding:0!important}
h1,.about,.left-out{margin:0 0 .25rem!important}
header .as-of{display:block;margin:0 0 .5rem!important;font-size:.875rem}
.player,.framed,.stage,.comparing{display:block!important;position:static!important;border:0!important;overflow:visible!important;min-height:0!important;background:none!important}
.drawing{position:static!important;transform:none!important;will-change:auto!important}
.drawing>svg{width:100%!important;height:auto!important;max-height:calc(100vh - 10rem);margin:0 auto;break-inside:avoid}
.drawing .pulses{display:none}
.drawing :is(.dim,.aside){opacity:1}
.drawing :is(.tag,.note,.legend,.named>text,.icon,.art,.plate,.badge){display:inline!important}
.drawing.drawing.drawing :is(.off,.inner,.moved-out){display:none!important}
.drawing .name{display:none!important}
.changes{overflow:visible!important;margin-top:1rem}
.changes .hint{display:none!important}
.changes .entry{background:none!important;break-inside:avoid}
.changes .sign{background:none!important;color:inherit;border:1px solid}
}
`
