import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ciTools, withoutCiTools } from '../testing/cli/ci-tools.ts'
import { cloneForJobs, type JobClone } from '../testing/cli/job-clone.ts'
import { readWorkflow, runStep, stepsOf } from '../testing/cli/workflow.ts'

const root = resolve(import.meta.dirname, '../..')
const file = 'workflows/release.yml'
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

let job: JobClone
let bin = ''

/** npm with stubs: nothing is really published or built, and the registry contains what the test defines. */
const npm = `#!/bin/sh
case "$1" in
  view) [ "$PUBLISHED" = yes ] ;;
  publish) exec "$NPM" "$@" --dry-run --ignore-scripts ;;
  install) exit 0 ;;
  *) exec "$NPM" "$@" ;;
esac
`

beforeAll(async () => {
  job = await cloneForJobs()
  bin = await mkdtemp(join(tmpdir(), 'specdrift-release-'))
  await writeFile(join(bin, 'npm'), npm)
  await chmod(join(bin, 'npm'), 0o755)
}, 300_000)
afterAll(async () => {
  await job.close()
  await rm(bin, { recursive: true })
})

const NPM = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim()
// No server listens at this registry, so a real publication would fail.
const env = () => ({
  NPM,
  PATH: `${bin}${delimiter}${process.env.PATH}`,
  npm_config_registry: 'http://127.0.0.1:1/',
  npm_config_fetch_retries: '0',
})

describe('release.yml', () => {
  const publish = async (given: Readonly<Record<string, string>>, cwd = root) => {
    const workflow = await readWorkflow(file)
    const [, step] = stepsOf(file, workflow).find(([name]) => name === `${file} publish Publish`) ?? []
    const { HOME = '' } = process.env
    return runStep(workflow, step ?? {}, { cwd, env: { HOME, ...env(), ...given } })
  }

  it('publishes missing versions with provenance', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'specdrift-published-'))
    const files = ['package.json', 'README.md', 'LICENSE']
    for (const name of files) await writeFile(join(folder, name), readFileSync(join(root, name)))
    const { code, log, outputs } = await publish({}, folder)
    expect([code, outputs], log).toEqual([0, { published: version }])
    expect(log).toContain(`+ specdrift@${version}`)
    await mkdir(join(folder, '.changeset'))
    await writeFile(join(folder, '.changeset/some.md'), '')
    expect((await publish({}, folder)).outputs).toEqual({})
    await rm(folder, { recursive: true })
  })

  it('publishes nothing twice', async () => {
    const { code, log, outputs } = await publish({ PUBLISHED: 'yes' })
    expect([code, outputs]).toEqual([0, {}])
    expect(log).toContain('Nothing to publish')
  })

  it.skipIf(withoutCiTools)(
    'proposes the next version, and nothing without a changeset',
    async () => {
      const step = () => job.step(file, 'version Version', { env: { ...env(), PATH: `${bin}${delimiter}${job.path}` } })
      expect((await step()).log).toContain('No changeset')
      await mkdir(join(job.cwd, '.ci/tools'), { recursive: true })
      await symlink(ciTools.packages, join(job.cwd, '.ci/tools/node_modules'), 'junction')
      await mkdir(join(job.cwd, '.changeset'))
      await writeFile(join(job.cwd, '.changeset/config.json'), readFileSync(join(root, '.changeset/config.json')))
      await writeFile(join(job.cwd, '.changeset/one.md'), `---\n'specdrift': minor\n---\n\nA format more.\n`)
      const { code, log } = await step()
      expect(code, log).toBe(0)
      expect(job.git('log', '-1', '--format=%s', 'origin/release-next')).toBe('chore: version packages')
      const [, minor] = version.split('.')
      const next = JSON.parse(job.git('show', 'origin/release-next:package.json')).version
      expect(next).toBe(`0.${Number(minor) + 1}.0`)
      expect(job.git('show', 'origin/release-next:CHANGELOG.md')).toContain('A format more.')
      expect(await job.ghLog()).toContain('pr create --head release-next --base main')
    },
    300_000,
  )

  it('tags the release and moves the tag that users of the action refer to', async () => {
    const tag = (published: string) =>
      job.step(file, 'tag Tag', { expressions: { 'needs.publish.outputs.published': published } })
    expect((await tag('1.2.0')).code).toBe(0)
    job.git('commit', '--quiet', '--allow-empty', '--message', 'later')
    expect((await tag('1.3.0')).code).toBe(0)
    const tags = job
      .git('ls-remote', '--tags', 'origin')
      .split('\n')
      .map((line) => line.split('\t'))
    const at = (name: string) => tags.find(([, ref]) => ref === `refs/tags/${name}`)?.[0]
    expect([at('v1'), at('v1') === at('v1.2.0')]).toEqual([at('v1.3.0'), false])
    expect(await job.ghLog()).toContain('release create v1.3.0 --verify-tag')
  })
})
