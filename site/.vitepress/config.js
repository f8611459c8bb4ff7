// Settings of VitePress for the site of the documents. `scripts/site.js` writes the pages that it builds.
import { sectionsForUsers } from '../../scripts/documents.js'
import { anchorOf, repository } from '../../scripts/site-pages.js'

/** GitHub Pages serves the site in a folder with the name of the repository. */
const base = `/${repository.split('/')[1]}/`
const errors = { text: 'Error codes', link: '/errors' }

export default {
  title: 'topo',
  description: 'Architecture diagrams as code, from the command line',
  lang: 'en',
  base,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }]],
  srcDir: 'pages',
  srcExclude: ['public/**'],
  outDir: 'dist',
  cacheDir: 'node_modules/.cache/vitepress',
  // A link without an ending needs a server that adds it.
  cleanUrls: false,
  metaChunk: true,
  markdown: {
    anchor: { slugify: anchorOf },
    // Code may contain `{{`, which Vue would evaluate.
    config: ({ renderer: { rules } }) => {
      const write = rules.code_inline
      rules.code_inline = (...words) => write(...words).replace('<code', '<code v-pre')
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: sectionsForUsers.map(({ heading, pages }) => ({
      text: heading,
      items: [
        ...pages.map(({ path, title }) => ({
          text: title,
          link: path.replace(/^docs|\.md$/g, ''),
        })),
        ...(heading === 'Look up' ? [errors] : []),
      ],
    })),
    nav: [
      { text: 'Tutorial', link: '/tutorial' },
      { text: 'Language', link: '/language' },
      { text: 'Gallery', link: '/gallery' },
      { text: 'Playground', link: '/playground.html', target: '_self' },
      { text: 'Diagrams', link: '/diagrams/index.html', target: '_self' },
    ],
    socialLinks: [{ icon: 'github', link: `https://github.com/${repository}` }],
  },
}
