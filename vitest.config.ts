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
    // Files share their imports, which is ten times as fast. Our modules keep no state that a test could spoil.
    isolate: false,
    // A third of the time is spent waiting for other processes, so use two more workers than cores.
    maxWorkers: availableParallelism() + 2,
    setupFiles: './src/testing/vitest/keep-threads.ts',
    // Keeps the compile cache out of the user's home folder.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/specdrift', import.meta.url)) },
    // Test data is short-lived. With the default young generation of 16 MB, a sixth of the time is garbage collection.
    execArgv: ['--max-semi-space-size=64', ...optimiseLater, '--enable-source-maps'],
    sequence: { sequencer: SlowFirst },
    // A test without assertions can't fail.
    expect: { requireAssertions: true },
    // Limits hanging tests. At a load of 30, a test of half a second takes 60 s.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
}))
