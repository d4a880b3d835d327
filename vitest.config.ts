import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (file: string): string => fileURLToPath(new URL(`src/${file}`, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^specdrift$/, replacement: source('index.ts') },
      { find: /^specdrift\/suite$/, replacement: source('suite/index.ts') },
      { find: /^specdrift\/testing$/, replacement: source('testing/index.ts') },
    ],
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    globalSetup: './.ci/fresh-build.mjs',
    // Files share their imports: nothing of ours keeps state that a test could spoil, and it is ten times as fast.
    isolate: false,
    // Half of the tests wait for a server, a browser or another process.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
