/** The library, `topo validate` of a file and the service give the same verdict on a script. */
import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkScript } from '../../src/project/check/check.ts'
import { loadScript } from '../../src/project/script/load.ts'
import { accepts, serviceErrors, validate } from '../../src/validator/index.ts'
import { cases, oneOf } from '../cases.ts'
import { testService } from '../mock/service.ts'
import { makeFolder } from '../project/folder.ts'
import { corpus, mutilated, program } from '../topology/arbitrary-scripts.ts'

const runs = Number(process.env.FUZZ_RUNS ?? cases(500, 0.03))

interface Verdict {
  accepted: boolean
  errors: readonly object[]
}

async function ofLibrary(code: string): Promise<Verdict> {
  const { findings } = await validate(code)
  return { accepted: accepts(findings), errors: serviceErrors(findings) }
}

async function ofService(code: string): Promise<Verdict> {
  const service = testService()
  const response = await service.request('/v1/scripts', {
    method: 'POST',
    key: 'ca_demo_alice',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'P',
      slug: 'parity',
      description: '',
      type: 'topology',
      code,
      tags: [],
      isPublic: false,
    }),
  })
  service.close()
  const body = (await response.json()) as { error?: string; errors?: object[] }
  if (response.status < 300) return { accepted: true, errors: [] }
  expect([response.status, body.error]).toEqual([422, 'validation_failed'])
  return { accepted: false, errors: body.errors ?? [] }
}

/** Verdict of `topo validate` and `topo push` on a file with this text; undefined code if nothing would be sent. */
async function ofProject(
  text: string,
  name: string,
): Promise<Verdict & { code: string | undefined }> {
  const folder = makeFolder({ [name]: text })
  const script = await loadScript(folder.at(name), { root: folder.root })
  const { findings } = await checkScript(script)
  const code = script.problems.length === 0 ? script.content.code : undefined
  return { accepted: accepts(findings), errors: serviceErrors(findings), code }
}

async function expectOneVerdict(text: string, name: string): Promise<Verdict> {
  const project = await ofProject(text, name)
  if (project.code === undefined) {
    expect(project.accepted).toBe(false)
    return project
  }
  // A message may name another line: of the file on disk, or of the compiled code that is sent.
  const compare = project.code === text ? same : withoutLines
  const expected = compare(project)
  // Empty code violates the contract for another reason.
  if (project.code !== '') expect(compare(await ofService(project.code))).toEqual(expected)
  expect(compare(await ofLibrary(project.code))).toEqual(expected)
  return project
}

const same = ({ accepted, errors }: Verdict): Verdict => ({ accepted, errors })

const withoutLines = ({ accepted, errors }: Verdict): Verdict => ({
  accepted,
  errors: JSON.parse(JSON.stringify(errors).replaceAll(/ on line \d+/g, ' on a line')),
})

it.each(oneOf(2, [...corpus]))('%s', async (name, text) => {
  await expectOneVerdict(text, name.replace(/^.*\//, ''))
})

it('the corpus has valid and invalid scripts', async () => {
  const verdicts = await Promise.all([...corpus.values()].map(ofLibrary))
  expect(verdicts.filter(({ accepted }) => accepted).length).toBeGreaterThan(10)
  expect(verdicts.filter(({ accepted }) => !accepted).length).toBeGreaterThan(5)
})

it(
  'generated programs',
  async () => {
    const seen = { accepted: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(
        program,
        fc.constantFrom('p.topology.js', 'p.topology.ts'),
        async (text, name) => {
          const { accepted } = await expectOneVerdict(text, name)
          seen[accepted ? 'accepted' : 'refused']++
          // Bundler and validator remove types alike. Only the bundler removes exports and type imports.
          if (!/^(export|import)/m.test(text))
            expect((await ofLibrary(text)).accepted).toBe(accepted)
        },
      ),
      { numRuns: runs },
    )
    // A few programs may all be of one kind; the generator makes both.
    const enough = runs / 20
    for (const text of fc.sample(program, 100)) {
      if (Math.min(seen.accepted, seen.refused) > enough) break
      seen[(await ofLibrary(text)).accepted ? 'accepted' : 'refused']++
    }
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(enough)
  },
  60_000 + runs * 1_000,
)

it(
  'mutilated scripts',
  async () => {
    const readable = mutilated.filter(
      (text) =>
        isUtf8(Buffer.from(text)) && text.isWellFormed() && Buffer.byteLength(text) < 100_000,
    )
    await fc.assert(
      fc.asyncProperty(
        readable,
        async (text) => void (await expectOneVerdict(text, 'm.topology.js')),
      ),
      { numRuns: runs },
    )
  },
  60_000 + runs * 1_000,
)
