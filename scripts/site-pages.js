// Makes pages of the site from documents: links lead to other pages or to the repository, and pictures to the explorer.
import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { bugs } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Owner and name. */
export const repository = new URL(bugs.url).pathname.split('/').slice(1, 3).join('/')

/** The anchor that GitHub gives a heading, so that links work in both places. */
export const anchorOf = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** A link to the playground of the site, which is no page of VitePress. */
const PLAYGROUND = /\[([^\]]+)\]\(https:\/\/[\w-]+\.github\.io\/[\w.-]+\/(playground\.html[^)]*)\)/g

/** A picture with a source for the dark theme. */
const themedPicture =
  /<picture>\s*<source .*srcset="(?<dark>[^"]+)">\s*<img alt="(?<alt>[^"]*)" src="(?<light>[^"]+)"(?<rest>[^>]*)>\s*<\/picture>/g

/**
 * @param pages by path of a document, the name of its page
 * @param diagrams names of the pages of the explorer
 */
export function pageText(text, path, pages, diagrams) {
  const inRepository = (link) => join(dirname(path), link).replaceAll('\\', '/')

  /** Pictures of one diagram have its name with `-light`, `-dark` or what else they show. */
  const live = (source, image) => {
    const [name] = basename(source).split('.')
    const diagram = [...diagrams].filter((one) => name === one || name.startsWith(`${one}-`)).at(-1)
    if (!diagram) return image
    // The explorer shows the picture; the playground shows it beside its script.
    if (inRepository(source).startsWith('docs/gallery/') && name === diagram)
      return `<a class="live" href="playground.html#example.${name}" target="_self" title="Open in the playground">${image}</a>`
    return `<a class="live" href="diagrams/${diagram}.html" target="_self" title="Open in the explorer">${image}</a>`
  }
  const img = (source, alt, attributes = '') =>
    `<img src="${inRepository(source).replace(/^docs/, '')}" alt="${alt}" loading="lazy"${attributes}>`

  const linkOf = (link) => {
    const [file, anchor] = link.split('#')
    const target = inRepository(file)
    const hash = anchor === undefined ? '' : `#${anchor}`
    if (pages.has(target)) return `./${pages.get(target)}.md${hash}`
    if (target.startsWith('docs/pictures/')) return target.replace(/^docs/, '.')
    const kind = statSync(join(root, target)).isFile() ? 'blob' : 'tree'
    return `https://github.com/${repository}/${kind}/main/${target}${hash}`
  }

  const inBothThemes = ({ light, dark, alt, rest }) =>
    live(
      light,
      img(light, alt, ` class="light-only"${rest}`) + img(dark, alt, ` class="dark-only"${rest}`),
    )

  const replaceLinks = (part) =>
    part
      .replace(themedPicture, (...match) => inBothThemes(match.at(-1)))
      .replace(/!\[([^\]]*)\]\(([^)\s]+)\)/g, (_, alt, source) => live(source, img(source, alt)))
      .replace(PLAYGROUND, '<a href="$2" target="_self">$1</a>')
      .replace(/\]\((?!https?:|#)([^)\s]+)\)/g, (_, link) => `](${linkOf(link)})`)

  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, index) => (index % 2 === 1 ? part : replaceLinks(part)))
    .join('')
}
