import { existsSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../commands/run.ts'
import { cloneForJobs, type JobClone } from '../testing/cli/job-clone.ts'
import { sha256 } from '../util/fingerprint.ts'

let job: JobClone

beforeAll(async () => {
  job = await cloneForJobs(run)
}, 300_000)
afterAll(() => job.close())

/** The published description without one enum value, so that there is a change to report. */
async function published(...edits: readonly (readonly [string, string])[]): Promise<string> {
  const text = await readFile(join(job.cwd, 'specs/lending/b07.yaml'), 'utf8')
  const file = join(job.temp, 'published.yaml')
  await writeFile(
    file,
    edits.reduce((edited, [from, to]) => edited.replace(from, to), text),
  )
  return file
}

describe('spec-watch.yml', () => {
  const file = 'workflows/spec-watch.yml'
  const pending = (count: string) => job.step(file, 'watch Pending', { env: { GH_PENDING: count } })
  const snapshot = (source: string) =>
    job.step(file, 'watch Snapshot', { expressions: { 'inputs.source || vars.LENDING_DESCRIPTION_URL': source } })

  it('does nothing if the description is unchanged', async () => {
    expect((await pending('0')).outputs).toEqual({ base: 'b07', pending: '0' })
    const { code, outputs } = await snapshot(await published())
    expect([code, outputs]).toEqual([0, { changed: 'false' }])
  })

  it('proposes a new snapshot with its changelog, once', async () => {
    const edits = [['/main-account/health:', '/main-account/wellbeing:']] as const
    expect((await snapshot(await published(...edits))).outputs).toEqual({ changed: 'true' })
    const changelog = await job.step(file, 'watch Changelog', { expressions: { 'steps.pending.outputs.base': 'b07' } })
    expect([changelog.code, changelog.summary]).toEqual([0, expect.stringContaining('/main-account/wellbeing')])
    const propose = (count: string) =>
      job.step(file, 'watch Propose', { expressions: { 'steps.pending.outputs.pending': count } })
    expect((await propose('0')).code).toBe(0)
    const id = job.git('log', '-1', '--format=%s', 'origin/specdrift/lending')
    expect(id).toMatch(/^feat\(lending\): snapshot b08$/)
    expect(await job.ghLog()).toMatch(
      /\npr create --head specdrift\/lending --title feat\(lending\): snapshot b08 --body-file \S+\n$/,
    )

    // The next day: the proposal is still open and the description is unchanged.
    job.git('switch', '--quiet', 'main')
    job.git('branch', '--quiet', '-D', 'specdrift/lending')
    expect((await pending('1')).outputs).toEqual({ base: 'b07', pending: '1' })
    expect((await snapshot(await published(...edits))).outputs).toEqual({ changed: 'false' })

    // Then the provider publishes another change.
    expect(
      (await snapshot(await published(...edits, ['/main-account/borrow-limits:', '/main-account/limits:']))).outputs,
    ).toEqual({
      changed: 'true',
    })
    await job.step(file, 'watch Changelog', { expressions: { 'steps.pending.outputs.base': 'b07' } })
    expect((await propose('1')).code).toBe(0)
    expect(await job.ghLog()).toMatch(
      /\npr edit specdrift\/lending --title feat\(lending\): snapshot b09 --body-file \S+\n$/,
    )
    expect(await readFile(join(job.temp, 'body.md'), 'utf8')).toContain('/main-account/wellbeing')
  })
})

describe('contract.yml', () => {
  const file = 'workflows/contract.yml'
  const base = () => job.step(file, 'diff Base')
  type Outputs = Readonly<Record<string, string>>
  const expressions = (step: string, names: readonly string[], outputs: Outputs) =>
    Object.fromEntries(names.map((name) => [`steps.${step}.outputs.${name}`, outputs[name] ?? '']))
  const verdict = (code: string, outputs: Outputs) =>
    job.step(file, 'diff Verdict', {
      expressions: { 'steps.diff.outputs.code': code, ...expressions('base', ['edited', 'settings'], outputs) },
    })
  const diff = (outputs: Outputs) =>
    job.step(file, 'diff Diff', { expressions: expressions('base', ['id', 'base', 'revision'], outputs) })

  it("compares the base's snapshot with that of the pull request and reports it in every format", async () => {
    // The proposal of spec-watch is checked out. Its parent is the base.
    expect(job.git('rev-parse', 'HEAD^1')).toBe(job.git('rev-parse', 'main'))
    const { outputs } = await base()
    const { code, outputs: result } = await diff(outputs)
    expect([outputs.id, code, result]).toEqual(['b07', 0, { code: '1' }])
    const rendered = await job.step(file, 'diff Render')
    expect([rendered.code, rendered.summary]).toEqual([0, expect.stringMatching(/^## ❌ /)])
    const written = ['report.json', 'report.md', 'report.sarif', 'index.html']
    expect(written.filter((name) => !existsSync(join(job.cwd, 'reports/contract', name)))).toEqual([])
    expect((await job.step(file, 'diff Annotate')).log).toContain('\n::error file=specs/lending/')
    job.github.addIssue({ number: 12, pull_request: {} })
    const comment = () => job.step(file, 'diff Comment', { env: { GITHUB_REF: 'refs/pull/12/merge' } })
    expect([(await comment()).code, (await comment()).code]).toEqual([0, 0])
    expect(job.github.issues[0]?.comments.length).toBe(1)
    const given = { expressions: { 'steps.base.outputs.id': outputs.id ?? '' }, env: { CI: 'true' } }
    const asked = await job.step(file, 'second-opinion Ask', given)
    expect([asked.code, asked.summary]).toEqual([0, expect.stringContaining('openapi-diff calls 1 breaking')])
    const again = await job.step(file, 'second-opinion Comment', { env: { GITHUB_REF: 'refs/pull/12/merge' } })
    expect([again.code, job.github.issues[0]?.comments.map(({ body }) => body.includes('openapi-diff calls'))]).toEqual(
      [0, [true]],
    )
    expect((await verdict('1', outputs)).code).toBe(1)
    expect(await verdict('0', outputs)).toMatchObject({ code: 0, log: '' })
    expect((await verdict('', outputs)).code).toBe(2)
  })

  it('fails if a stored snapshot was edited', async () => {
    job.git('switch', '--quiet', '--create', 'edits', 'main')
    await writeFile(join(job.cwd, 'specs/lending/b06.yaml'), 'edited')
    await writeFile(join(job.cwd, 'specs/lending/baseline.json'), '{}')
    await writeFile(join(job.cwd, 'specs/lending/b08.yaml'), 'new')
    job.git('rm', '--quiet', 'specs/lending/b05.yaml')
    job.git('add', '-A')
    job.git('commit', '--quiet', '-m', 'edits')
    const { outputs } = await base()
    expect(outputs.edited).toBe('specs/lending/b05.yaml specs/lending/b06.yaml')
    expect(outputs.settings).toBe('specs/lending/baseline.json')
    const { code, log } = await verdict('0', outputs)
    expect([code, log]).toEqual([1, expect.stringMatching(/\n::error .* specs\/lending\/b05.yaml specs/)])
    expect(log).toMatch(/^::warning .*: specs\/lending\/baseline.json\n/)
    job.git('switch', '--quiet', 'specdrift/lending')
  })

  it("fails if the pull request's settings point to other snapshots", async () => {
    job.git('switch', '--quiet', '--create', 'elsewhere', 'specdrift/lending')
    await cp(join(job.cwd, 'specs'), join(job.cwd, 'other'), { recursive: true })
    const text = await readFile(join(job.cwd, 'specs/lending/b07.yaml'))
    const [hash, snapshots] = [sha256(text), 'specs/lending/snapshots.json']
    const index = JSON.parse(await readFile(join(job.cwd, snapshots), 'utf8'))
    // There, the proposed snapshot equals its base.
    await writeFile(join(job.cwd, 'other/lending', index.snapshots.at(-1).file), text)
    index.snapshots.at(-1).sha256 = hash
    await writeFile(join(job.cwd, 'other/lending/snapshots.json'), JSON.stringify(index))
    const config = await readFile(join(job.cwd, 'specdrift.config.ts'), 'utf8')
    await writeFile(
      join(job.cwd, 'specdrift.config.ts'),
      config.replace('export default {', "export default { specsDir: 'other',"),
    )
    const { outputs } = await base()
    expect(outputs).toMatchObject({ id: 'b07', base: hash, edited: '' })
    const { code, log, outputs: result } = await diff(outputs)
    expect([code, result, log]).toEqual([1, { code: '2' }, expect.stringContaining('The revision is other/lending/')])
    job.git('checkout', '--quiet', '.')
    await rm(join(job.cwd, 'other'), { recursive: true })
    job.git('switch', '--quiet', 'specdrift/lending')
  })

  it('fails immediately if something is unreadable', async () => {
    expect((await diff({ id: 'b99' })).code).toBe(1)
  })
})
