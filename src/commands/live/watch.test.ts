import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { inFolder } from '../../testing/cli/scenario.ts'
import { createSuiteProject, type SuiteProject } from '../../testing/cli/suite-project.ts'
import { sha256 } from '../../util/fingerprint.ts'
import { run } from '../run.ts'
import type { Shell } from '../shell/shell.ts'
import { folderOf, rerunOnChange } from './watch.ts'

const description = `
openapi: 3.1.0
info: { title: Demo, version: '1' }
paths:
  /a: { get: { responses: { '200': { description: d } } } }
  /b: { get: { responses: { '200': { description: d } } } }
`

let project: SuiteProject | undefined
afterEach(async () => {
  await project?.close()
  project = undefined
})

test('test --watch runs again when a suite changes, even after a broken one, until it is stopped', async () => {
  project = await createSuiteProject({
    description,
    suites: { 'suites/a.suite.ts': `api.call('GET /a')` },
    handler: (_request, response) => response.end(),
  })
  const { folder, baseUrl, requests } = project
  const files = {
    'specs/demo/1.yaml': description,
    'specs/demo/snapshots.json': JSON.stringify({
      api: 'demo',
      snapshots: [{ id: '1', order: 1, file: '1.yaml', sha256: sha256(description), source: 'a test' }],
    }),
    'specdrift.config.json': JSON.stringify({ apis: { demo: { suites: 'suites/*.suite.ts', target: { baseUrl } } } }),
  }
  for (const [name, text] of Object.entries(files)) await project.put(name, text)

  let stop = (): void => {}
  const interrupted = new Promise<void>((settle) => {
    stop = settle
  })
  const head = `import { contract } from 'specdrift/suite'\nconst api = await contract({ api: 'demo' })\n`
  const change = (text: string) => void writeFile(join(folder, 'suites/a.suite.ts'), text)
  // Steps executed each time the command is idle.
  const steps = [() => change('const = 1'), () => change(`${head}api.call('GET /b')`), () => stop()]
  const written = { stdout: '', stderr: '' }
  const code = await run({
    argv: ['test', 'demo', '--watch'],
    env: {},
    cwd: folder,
    clock: () => 0,
    interrupted: () => interrupted,
    stdin: (async function* () {})(),
    stdout: {
      write(text) {
        written.stdout += text
      },
    },
    stderr: {
      write(text) {
        written.stderr += text
        if (text.startsWith('watching suites ')) steps.shift()?.()
      },
    },
  })
  expect(requests).toEqual(['GET /a', 'GET /b'])
  expect(written.stderr).toContain('error: The suite suites/a.suite.ts could not be run')
  expect(written.stdout.match(/1 of 2 operations checked/g)).toHaveLength(2)
  expect(code).toBe(0)
})

test('notices changes however a file is saved, and ignores files that runs write', async () => {
  await inFolder([{ name: 'suites/a.ts', content: '1' }], async (cwd) => {
    const file = join(cwd, 'suites/a.ts')
    let stop = (): void => {}
    const interrupted = new Promise<void>((settle) => {
      stop = settle
    })
    const save = async (to: string) => {
      await writeFile(`${to}.tmp`, 'x')
      await rename(`${to}.tmp`, to)
    }
    const steps = [
      () => save(file),
      // Written in place, after an editor replaced the file.
      () => writeFile(file, '2'),
      () => mkdir(join(cwd, 'suites/new')),
      () => writeFile(join(cwd, 'suites/new/b.ts'), '1'),
      async () => stop(),
    ]
    let runs = 0
    const shell: Pick<Shell, 'cwd' | 'note' | 'interrupted'> = {
      cwd,
      interrupted: () => interrupted,
      note: () => void steps.shift()?.(),
    }
    // Other parts of the shell are unused unless a run fails.
    await rerunOnChange(shell as Shell, { folder: 'suites', except: 'suites/reports' }, async () => {
      runs++
      await mkdir(join(cwd, 'suites/reports'), { recursive: true })
      await writeFile(join(cwd, 'suites/reports/report.json'), String(runs))
    })
    expect(runs).toBe(5)
    const away = rerunOnChange(shell as Shell, { folder: 'away', except: 'reports' }, () => Promise.resolve())
    await expect(away).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
  })
})

test.each([
  ['suites/shop/*.suite.ts', 'suites/shop'],
  ['suites/**/a.ts', 'suites'],
  ['*.suite.ts', '.'],
  ['suites/shop/a.suite.ts', 'suites/shop'],
])('the folder of %s', (glob, folder) => {
  expect(folderOf(glob)).toBe(folder)
})
