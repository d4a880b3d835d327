import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { inFull } from '../../testing/runs.ts'

const root = resolve(import.meta.dirname, '../../..')

const check = `import { defineCheck } from '../../model/observation.ts'

export default defineCheck({
  id: 'teapot',
  title: 'A server that is a teapot',
  why: 'It brews no coffee.',
  fix: 'Ask a coffee pot.',
  severity: 'warning',
  judge: ({ status }) => (status === 418 ? { message: 'is a teapot', key: 'teapot' } : undefined),
})
`

it.skipIf(inFull(false, true))('a new check needs one file and one test; npm run gen adds the rest', () => {
  const copy = mkdtempSync(join(tmpdir(), 'specdrift-new-check-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  const run = (command: string, argv: readonly string[]) => execFileSync(command, argv, { cwd: copy, encoding: 'utf8' })
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root })
  execFileSync('tar', ['c', '--null', '--files-from=-', '--file', join(copy, 'all.tar')], { cwd: root, input: tracked })
  run('tar', ['xf', 'all.tar'])
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  symlinkSync(join(root, 'dist'), join(copy, 'dist'), 'junction')
  writeFileSync(join(copy, 'src/drift/checks/teapot.ts'), check)
  writeFileSync(join(copy, 'src/drift/checks/teapot.test.ts'), '')
  run(process.execPath, ['.ci/gen.mjs'])
  expect(readFileSync(join(copy, 'docs/rules/teapot.md'), 'utf8')).toContain('It brews no coffee.')
  expect(readFileSync(join(copy, 'src/drift/checks/README.md'), 'utf8')).toContain('`teapot`')
  run(process.execPath, ['.ci/gen.mjs', '--check'])
})
