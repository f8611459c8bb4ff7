// Draws the boxes and edges of a picture with Mermaid in Chromium, if there is one. Mermaid measures texts, so boxes get texts of their size.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium } from 'playwright-core'
import { middleOf } from './curves.js'
import { tagOf, treeOf } from './drawing.js'

const { CHROMIUM } = process.env
const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = (CHROMIUM === undefined ? usual : [CHROMIUM]).find((path) =>
  existsSync(path),
)

/** @returns a function that draws, and one that closes the browser; undefined without Chromium */
export async function loadMermaid() {
  const opened = await openPage()
  return opened && { draw: (drawing) => draw(drawing, opened.page), close: opened.close }
}

/** @returns the lines of each chart, by the name of the chart; undefined without Chromium */
export async function drawCharts(charts) {
  const opened = await openPage()
  if (opened === undefined) return undefined
  try {
    return await opened.page.evaluate(linesInPage, charts)
  } finally {
    await opened.close()
  }
}

async function openPage() {
  if (executablePath === undefined) return undefined
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } })
  await page.setContent('<!doctype html><body></body>')
  const bundle = createRequire(import.meta.url).resolve('mermaid/dist/mermaid.min.js')
  await page.addScriptTag({ content: readFileSync(bundle, 'utf8') })
  return { page, close: () => browser.close() }
}

async function draw(drawing, page) {
  const children = treeOf(drawing)
  const names = new Map(drawing.nodes.map(({ key }, at) => [key, `n${at}`]))
  const write = (node) =>
    node.isFrame
      ? `subgraph ${names.get(node.key)}["xxxxxxxx"]\n${children.get(node.key).map(write).join('\n')}\nend`
      : `${names.get(node.key)}["<div style='width:${node.width - 60}px;height:${node.height - 30}px'></div>"]`
  const lines = drawing.edges.map((edge, at) => {
    const tag = tagOf(edge)
    const text =
      tag === null ? '' : `|"<div style='width:${tag.width}px;height:${tag.height}px'></div>"|`
    return `${names.get(edge.from)} e${at}@-->${text} ${names.get(edge.to)}`
  })
  const source = ['flowchart TB', ...children.get(null).map(write), ...lines].join('\n')
  const drawn = await page.evaluate(drawInPage, { source, edges: drawing.edges.length })
  return {
    width: drawn.width,
    height: drawn.height,
    nodes: drawing.nodes.map((node) => ({
      ...node,
      ...drawn.boxes[names.get(node.key)],
      title: null,
    })),
    edges: drawing.edges.map((edge, at) => {
      const points = drawn.lines[at] ?? []
      const tag = tagOf(edge)
      const middle = drawn.labels[at] ?? (points.length > 0 ? middleOf(points) : null)
      return {
        ...edge,
        points,
        tag: tag && middle && { x: middle.x - tag.width / 2, y: middle.y - tag.height / 2, ...tag },
      }
    }),
  }
}

/** Runs in the page. */
async function drawInPage({ source, edges }) {
  const { mermaid } = globalThis
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'loose',
    maxEdges: 10_000,
    maxTextSize: 1_000_000,
    flowchart: { htmlLabels: true, useMaxWidth: false, padding: 15 },
  })
  const { svg } = await mermaid.render('drawn', source)
  document.body.innerHTML = svg
  const root = document.querySelector('svg')
  const zero = root.getBoundingClientRect()
  const boxOf = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x - zero.x, y: y - zero.y, width, height }
  }
  const boxes = {}
  for (const one of root.querySelectorAll('g.node, g.cluster')) {
    const name = /(?:^|-)(n\d+)(?:-\d+)?$/.exec(one.id)?.[1]
    const shape = one.querySelector('rect, path, polygon')
    if (name && shape) boxes[name] = boxOf(shape)
  }
  const lines = []
  const labels = []
  for (let at = 0; at < edges; at++) {
    const path = root.querySelector(`path[data-id="e${at}"]`)
    if (!path) continue
    const length = path.getTotalLength()
    const pieces = Math.max(8, Math.ceil(length / 20))
    const toScreen = path.getScreenCTM()
    lines[at] = Array.from({ length: pieces + 1 }, (_, step) => {
      const point = path.getPointAtLength((length * step) / pieces).matrixTransform(toScreen)
      return { x: point.x - zero.x, y: point.y - zero.y }
    })
    const label = root.querySelector(`.edgeLabel [data-id="e${at}"]`)
    const box = label && boxOf(label)
    if (box && box.width > 0) labels[at] = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  return { width: zero.width, height: zero.height, boxes, lines, labels }
}

/** Runs in the page: the charts as people see them, with a point every three pixels. */
async function linesInPage(charts) {
  const { mermaid } = globalThis
  mermaid.initialize({ startOnLoad: false })
  const lines = {}
  for (const [name, source] of Object.entries(charts)) {
    const { svg } = await mermaid.render('drawn', source)
    document.body.innerHTML = svg
    lines[name] = [...document.querySelectorAll('path.flowchart-link')].map((path) => {
      const length = path.getTotalLength()
      const pieces = Math.max(1, Math.ceil(length / 3))
      const toScreen = path.getScreenCTM()
      const points = Array.from({ length: pieces + 1 }, (_, step) => {
        const { x, y } = path.getPointAtLength((length * step) / pieces).matrixTransform(toScreen)
        return { x, y }
      })
      return { points }
    })
  }
  return lines
}
