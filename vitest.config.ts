import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { optimiseLater } from './src/testing/vitest/optimise-later.ts'
import { prebuilt } from './src/testing/vitest/prebuilt.ts'
import { processTests } from './src/testing/vitest/process-tests.ts'
import { SlowFirst } from './src/testing/vitest/slow-first.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const alias = {
  specdrift: `${root}src/index.ts`,
  'specdrift/suite': `${root}src/suite/index.ts`,
  'specdrift/testing': `${root}src/testing/index.ts`,
}

/** `--mode unit` (`npm test`) runs the tests that need no other process. */
export default defineConfig(({ mode }) => ({
  plugins: [prebuilt({ root, alias })],
  resolve: {
    alias: Object.entries(alias).map(([name, replacement]) => ({ find: new RegExp(`^${name}$`), replacement })),
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, ...(mode === 'unit' ? processTests().map((file) => `src/${file}`) : [])],
    globalSetup: './.ci/fresh-build.mjs',
    // Files share their imports: nothing of ours keeps state that a test could spoil, and it is ten times as fast.
    isolate: false,
    // A third of the time is spent waiting for a server, a browser or another process: two more than there are cores.
    maxWorkers: availableParallelism() + 2,
    setupFiles: './src/testing/vitest/keep-threads.ts',
    // What a process or a thread of the build compiles is kept here, and not in the home of who runs the tests.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/specdrift', import.meta.url)) },
    // What a test makes is seldom kept: in a young generation of 16 MB a sixth of the time is spent collecting.
    execArgv: ['--max-semi-space-size=64', ...optimiseLater, '--enable-source-maps'],
    sequence: { sequencer: SlowFirst },
    // A test that asserts nothing cannot fail.
    expect: { requireAssertions: true },
    // Against a test that never ends; with a load of 30, one of half a second takes 60.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
}))
