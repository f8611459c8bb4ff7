/** Style sheet of a printed picture: the picture with its legend on one page, without what moves or selects. */

export const printStyle = `
@media print{
@page{margin:10mm}
:root{color-scheme:light!important}
html,body{background:#fff!important;height:auto!important;min-height:0!important}
body,main{display:block!important;margin:0!important;padding:0!important;max-width:none!important}
body *:not(:has(.drawing),.drawing,.drawing *){display:none!important}
.player,.framed,.stage{display:block!important;position:static!important;border:0!important;overflow:visible!important;min-height:0!important;background:none!important}
.drawing{position:static!important;transform:none!important;will-change:auto!important}
.drawing>svg{width:100%!important;height:auto!important;max-height:calc(100vh - 2mm);margin:0 auto;break-inside:avoid}
.drawing .pulses{display:none}
.drawing :is(.dim,.aside){opacity:1}
.drawing :is(.tag,.note,.legend,.named>text,.icon,.art,.plate,.badge){display:inline!important}
.drawing.drawing.drawing :is(.off,.inner,.moved-out){display:none!important}
.drawing .name{display:none!important}
}
`
