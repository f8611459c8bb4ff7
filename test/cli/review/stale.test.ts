/** `topo script review` watches what documents show: blocks of Markdown files, and pictures that git tracks. */
// @module-tag git
import { chmodSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commit, git, repository } from '../../action/step.ts'
import { onScreen } from '../on-screen.ts'
import { put, script, topo } from '../topo.ts'

const block = (marker: string) => `<!-- topo ${marker} -->\n<!-- /topo -->\n`
const changed = (id: string) => script(id).replace("'Web'", "'Site'")

/** A project whose documents are true: its README shows two diagrams, and three pictures show one of them. */
async function project(more: Record<string, string> = {}) {
  const cwd = repository({
    'shop.topology.js': script('shop'),
    'bank.topology.js': script('bank'),
    'README.md': `# Shop\n\n${block('shop')}\n${block('bank format=text')}`,
    ...more,
  })
  const render = (...words: string[]) => topo(['render', ...words], { cwd })
  await render('shop.topology.js', '-o', 'docs/overview.svg', '--theme', 'dark')
  await render('shop.topology.js', '-o', 'docs/shop.png', '--scale', '1')
  await render('bank.topology.js', '-o', 'docs/bank.svg')
  await render('--write')
  commit(cwd)
  git(cwd, 'checkout', '-q', '-b', 'branch')
  const review = (...words: string[]) => topo(['script', 'review', 'main', ...words], { cwd })
  const stale = async (): Promise<string[]> => {
    const { stale: items } = JSON.parse((await review('--json')).stdout)
    return items.map(({ path, line, rule }: { path: string; line: number; rule: string }) =>
      [path, line, rule].join(' '),
    )
  }
  return { cwd, render, review, stale }
}

test('a picture whose description has a link is watched like others', async () => {
  const described = script('shop').replace(
    "label: 'Web'",
    "label: 'Web', description: 'https://example.com/web'",
  )
  const { cwd, render, stale } = await project({
    'docs.topology.js': described.replaceAll('shop', 'docs'),
  })
  for (const file of ['docs/linked.svg', 'docs/linked.png', 'docs/linked/'])
    await render('docs.topology.js', '-o', file)
  expect(readFileSync(join(cwd, 'docs/linked.svg'), 'utf8')).toContain(
    '<a href="https://example.com/web"',
  )
  commit(cwd)
  git(cwd, 'branch', '-f', 'main')
  expect(await render('--check')).toMatchObject({ code: 0 })
  put(
    join(cwd, 'docs.topology.js'),
    described.replaceAll('shop', 'docs').replace("'Web'", "'Site'"),
  )
  expect(await stale()).toHaveLength(3)
  await render('--write')
  expect(await render('--check')).toMatchObject({ code: 0 })
})

test('pictures with links to each other are watched like others, and keep their links', async () => {
  const sameNodes = script('cards').replaceAll('cards-', 'shop-')
  const { cwd, render, stale } = await project({ 'cards.topology.js': sameNodes })
  const read = () => readFileSync(join(cwd, 'docs/set/shop.svg'), 'utf8')
  await render('-o', 'docs/set/')
  const before = read()
  expect(before).toContain('<a href="cards.svg"')
  commit(cwd)
  git(cwd, 'branch', '-f', 'main')
  expect(await stale()).toEqual([])

  put(join(cwd, 'shop.topology.js'), changed('shop'))
  expect(await stale()).toContain('docs/set/shop.svg 1 stale-picture')
  await render('--write')
  const written = read()
  expect(written).not.toBe(before)
  expect(written).toContain('<a href="cards.svg"')
  await render('-o', 'docs/set/', '--write')
  expect(read()).toBe(written)
})

test('pages that topo made are watched like pictures; other HTML and an index are not', async () => {
  const sameNodes = script('cards').replaceAll('cards-', 'shop-')
  const { cwd, render, stale } = await project({
    'cards.topology.js': sameNodes,
    'docs/other.html': '<!doctype html>\n<html lang="en">\n<title>topo shop</title>\n',
  })
  const read = (file: string) => readFileSync(join(cwd, file), 'utf8')
  await render('shop.topology.js', '-o', 'docs/shop.html', '--theme', 'dark')
  await render('-o', 'site/', '--format', 'html')
  const before = read('site/shop.html')
  // A page of an older topo has another program, and the same picture.
  put(join(cwd, 'docs/shop.html'), read('docs/shop.html').replace('<script>', '<script>0;'))
  commit(cwd)
  git(cwd, 'branch', '-f', 'main')
  expect(await render('--check')).toMatchObject({ code: 0 })

  // Somebody edits a page, or a merge cuts it.
  for (const path of ['docs/shop.html', 'site/shop.html']) {
    const whole = read(path)
    for (const wrong of [whole.slice(0, 400), whole.replace('</main>', '<p>More</p></main>')]) {
      expect(wrong).not.toBe(whole)
      put(join(cwd, path), wrong)
      expect((await render('--check')).stdout).toBe(`stale\t${path}\tshop\n`)
    }
    put(join(cwd, path), whole.replaceAll('\n', '\r\n'))
    expect(await render('--check')).toMatchObject({ code: 0 })
    put(join(cwd, path), whole)
  }

  put(join(cwd, 'shop.topology.js'), changed('shop'))
  const found = await stale()
  expect(found.filter((place) => place.includes('.html'))).toEqual([
    'docs/shop.html 1 stale-picture',
    'site/shop.html 1 stale-picture',
  ])
  const check = await render('--check')
  expect(check.code).toBe(3)
  expect(check.stdout).toContain('stale\tdocs/shop.html\tshop\nstale\tdocs/shop.png')
  expect(check.stderr).toContain(
    'site/index.html also shows these diagrams. To update it, draw its folder as before.',
  )

  await render('--write')
  expect(read('docs/shop.html')).not.toContain('<script>0;')
  const written = read('site/shop.html')
  expect(written).not.toBe(before)
  expect(written).toContain('<a class="back" href="index.html">')
  expect(await render('--check')).toMatchObject({ code: 0 })
  await render('-o', 'site/', '--format', 'html', '--write')
  expect(read('site/shop.html')).toBe(written)
  expect(read('docs/other.html')).toContain('topo shop')
})

describe('a diagram changed, and its documents did not', () => {
  test('a review lists block and pictures with file and line, and fails with --fail-on warning', async () => {
    const { cwd, review, stale } = await project()
    put(join(cwd, 'shop.topology.js'), changed('shop'))
    expect(await stale()).toEqual([
      'README.md 3 stale-block',
      'docs/overview.svg 1 stale-picture',
      'docs/shop.png 1 stale-picture',
    ])
    const piped = await review()
    expect(piped.code).toBe(0)
    expect(piped.stdout).toContain(
      '| stale | why | to update it |\n| --- | --- | --- |\n' +
        '| `README.md:3` | `The block of "shop" differs from its diagram` | `Run "topo render --write".` |\n' +
        '| `docs/overview.svg` | ',
    )
    // The log of a job says it too.
    expect(piped.stderr).toContain(
      'README.md:3:1: warning: The block of "shop" differs from its diagram [stale-block]\n',
    )
    const { code, screen } = await onScreen(['script', 'review', 'main'], { cwd })
    expect([code, screen]).toEqual([0, expect.stringContaining('| `docs/shop.png` | `The picture')])

    const failed = await review('--fail-on', 'warning')
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('README.md:3:1:')])
    const why = 'Exit code 1: 3 warnings, because of --fail-on warning.\n'
    expect(failed.stderr.endsWith(why)).toBe(true)
    const seen = await onScreen(['script', 'review', 'main', '--fail-on', 'warning'], { cwd })
    expect([seen.code, seen.screen.endsWith(why)]).toEqual([1, true])
  })

  test('topo render --write corrects them, each picture with the flags that drew it', async () => {
    const { cwd, render, stale } = await project()
    put(join(cwd, 'shop.topology.js'), changed('shop'))
    expect((await render('--check')).code).toBe(3)
    const before = readFileSync(join(cwd, 'docs/bank.svg'))
    const written = await render('--write')
    expect(written.stdout).toBe(
      'written\tdocs/overview.svg\tshop\nwritten\tdocs/shop.png\tshop\nwritten\tREADME.md:3\tshop\n',
    )
    expect(readFileSync(join(cwd, 'docs/overview.svg'), 'utf8')).toMatch(
      /^<svg [^>]*data-topo="slug=shop&amp;theme=dark" /,
    )
    expect(readFileSync(join(cwd, 'docs/bank.svg'))).toEqual(before)
    expect(await stale()).toEqual([])
    expect((await render('--check')).code).toBe(0)
  })

  test('the folder of a review has them on its first page', async () => {
    const { cwd, review } = await project()
    put(join(cwd, 'shop.topology.js'), changed('shop'))
    await review('--output', 'out')
    expect(readFileSync(join(cwd, 'out/index.html'), 'utf8')).toContain('<code>README.md:3</code>')
  })

  test('a rule that is off finds nothing; one that is an error fails the review', async () => {
    const { cwd, review, stale } = await project({
      'topo.config.json': '{ "rules": { "stale-block": "off", "stale-picture": "error" } }',
    })
    put(join(cwd, 'shop.topology.js'), changed('shop'))
    expect(await stale()).toEqual([
      'docs/overview.svg 1 stale-picture',
      'docs/shop.png 1 stale-picture',
    ])
    expect((await review()).code).toBe(1)
  })

  test('a removed diagram leaves blocks and pictures that show nothing', async () => {
    const { cwd, review, stale } = await project()
    rmSync(join(cwd, 'bank.topology.js'))
    expect(await stale()).toEqual([
      expect.stringMatching(/^README\.md \d+ stale-block$/),
      'docs/bank.svg 1 stale-picture',
    ])
    expect((await review()).stdout).toContain('No script has the slug "bank"')
  })
})

describe('only a document changed', () => {
  test('a block that the branch edited or added is compared, and the others of the file are not', async () => {
    const { cwd, review, stale } = await project({ 'more.topology.js': script('more') })
    const readme = join(cwd, 'README.md')
    const text = readFileSync(readme, 'utf8')
    // Stale since before the branch, by a commit that nobody reviewed.
    writeFileSync(readme, text.replace('Web', 'Old'))
    commit(cwd)
    git(cwd, 'branch', '-f', 'main')
    writeFileSync(readme, `${text.replace('Web', 'Old')}\n${block('more')}`)
    expect(await stale()).toEqual([expect.stringMatching(/^README\.md 3\d stale-block$/)])
    expect((await review()).stdout).toMatch(/^## No diagram changed, 3 unchanged\n/)

    writeFileSync(readme, text)
    expect(await stale()).toEqual([])
    // A line that was removed from a block is an edit of it.
    writeFileSync(readme, text.replace(/.*Web.*\n/, ''))
    expect(await stale()).toEqual(['README.md 3 stale-block'])
  })

  test('a picture that was exchanged is compared', async () => {
    const { cwd, stale } = await project()
    const file = join(cwd, 'docs/bank.svg')
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('Web', 'Bank'))
    expect(await stale()).toEqual(['docs/bank.svg 1 stale-picture'])
  })

  test('nothing is drawn if no diagram and no document changed', async () => {
    const { cwd, stale } = await project()
    put(join(cwd, 'main.c'), 'int main;')
    commit(cwd)
    // A file that would be reported if it were read.
    writeFileSync(join(cwd, 'README.md'), '<!-- topo shop -->\n')
    commit(cwd)
    git(cwd, 'branch', '-f', 'main')
    expect(await stale()).toEqual([])
  })
})

describe('a review reads only documents that git tracks', () => {
  test('it skips folders of programs, ignored and untracked files, and what no diagram drew', async () => {
    const { cwd, stale } = await project({
      '.topoignore': 'old/\n',
      'old/a.md': block('shop'),
      '.github/README.md': block('shop'),
      'node_modules/x/a.md': block('shop'),
      'docs/other.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1"></svg>',
      'docs/odd.svg': '<svg xmlns="http://www.w3.org/2000/svg" data-topo="slug=shop&amp;future=1">',
      'docs/long.md': 'nothing here\n',
    })
    put(join(cwd, 'new.md'), block('shop'))
    put(join(cwd, 'shop.topology.js'), changed('shop'))
    expect((await stale()).filter((line) => !/^README|overview|shop\.png/.test(line))).toEqual([
      '.github/README.md 1 stale-block',
    ])
  })

  test('a wrong, a hostile and an unreadable file do not cost the others their result', {
    tags: ['modes', 'links'],
  }, async () => {
    const { cwd, review, stale } = await project({
      'a/wrong.md': `text\n\n${block('shop')}\n<!-- topo shop -->\n`,
      'b/closed.md': block('shop'),
      'c/slug.md': block('shop format=sequence'),
      'd/deep.md': `${'> '.repeat(2_000)}<!-- topo shop -->\n${'<!-- topo '.repeat(20_000)}\n`,
      'e/link.md': block('shop'),
      'f/bad.svg': `<svg xmlns="http://www.w3.org/2000/svg" data-topo="slug=${'x'.repeat(5_000)}">`,
      'f/no.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" data-topo="slug=shop&amp;scenario=gone">',
      'f/cut.png': '\u0089PNG',
      '\u001b[31m::error::x.md': block('shop'),
    })
    chmodSync(join(cwd, 'b/closed.md'), 0)
    rmSync(join(cwd, 'e/link.md'))
    symlinkSync('/etc/passwd', join(cwd, 'e/link.md'))
    put(join(cwd, 'shop.topology.js'), changed('shop'))
    const found = await stale()
    expect(found).toEqual(
      expect.arrayContaining([
        'README.md 3 stale-block',
        'a/wrong.md 6 stale-block',
        'c/slug.md 1 stale-block',
        'f/no.svg 1 stale-picture',
        'docs/overview.svg 1 stale-picture',
      ]),
    )
    expect(found.join('\n')).not.toMatch(/e\/link|bad\.svg|cut\.png/)
    const { stdout, stderr } = await review()
    expect(stdout).toContain(
      '| `a/wrong.md:6` | `The block has no end. Add a line <!-- /topo -->` |',
    )
    expect(stdout + stderr).not.toMatch(/\u001b|^::error/m)
  })
})
