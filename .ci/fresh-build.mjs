// Runs before all tests: suites always run with the build, so it must not be older than the sources.
import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

export function setup({ config }) {
  if (config.exclude.some((name) => name.endsWith('.test.ts')))
    process.stdout.write(
      'Without the tests that start processes, browsers or databases; `npm run test:all` runs them too.\n',
    )
  if (process.env.SPECDRIFT_FULL !== '1')
    process.stdout.write(
      'Reduced: fewer kills, repetitions and branches than in .ci/run, suites in one thread after the other, commands of scripts in the process of the test; SPECDRIFT_FULL=1 for all.\n',
    )
  const built = modifiedAt('dist/cli.js')
  const sources = readdirSync(`${root}src`, { recursive: true }).filter((name) => !/\.test\.tsx?$/.test(name))
  const inputs = [...sources.map((name) => `src/${name}`), 'package.json', 'tsconfig.build.json', '.ci/bundle.mjs']
  if (inputs.every((name) => modifiedAt(name) <= built)) return
  execFileSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
}

function modifiedAt(name) {
  return statSync(root + name, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
