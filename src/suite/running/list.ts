import { relative } from 'node:path'
import { Writable } from 'node:stream'
import { toolError } from '../../model/errors.ts'
import { byText } from '../../util/text.ts'
import { plainVite } from './plain-vite.ts'

/** Returns the suite files matching globs, relative to `cwd` with forward slashes, sorted like in a run. Throws NO_SUITES. */
export async function listSuites(include: readonly string[], cwd: string): Promise<readonly string[]> {
  const { createVitest } = await import('vitest/node')
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const vitest = await createVitest(
    'test',
    { config: false, root: cwd, include: [...include], exclude: ['**/node_modules/**'], watch: false, cache: false },
    plainVite,
    { stdout: silence, stderr: silence },
  )
  try {
    const found = await vitest.globTestSpecifications()
    if (found.length === 0) throw toolError('NO_SUITES', [include.join(', ')])
    return found.map(({ moduleId }) => relative(cwd, moduleId).replaceAll('\\', '/')).sort(byText)
  } finally {
    await vitest.close()
  }
}
