import process from 'node:process'
import { rooms } from './rooms.mjs'

const room = process.env.MUTATE_ROOM ?? ''

export default {
  testRunner: 'vitest',
  plugins: ['./.ci/tools/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js', './mutate/sample.mjs'],
  checkers: (process.env.MUTATE_SAMPLE ?? '') === '' ? [] : ['sample'],
  vitest: { configFile: 'mutate/vitest.config.mjs', related: false },
  // TypeScript 7 has no API in JavaScript to rewrite a tsconfig with; nothing here needs it rewritten.
  tsconfigFile: 'none',
  coverageAnalysis: 'perTest',
  ignoreStatic: rooms[room]?.sharesModules === true,
  concurrency: 1,
  timeoutMS: 30_000,
  dryRunTimeoutMinutes: 30,
  mutate: [...(rooms[room]?.mutate ?? []), '!**/*.test.ts', '!src/drift/checks/index.ts'],
  ignorePatterns: ['/dist', '/reports', '/bench', '/docs', '/history'],
  tempDirName: 'reports/stryker',
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: `reports/mutation/${room}.json` },
  incremental: true,
  // Another sample is another run: what is left out of one would count as known in the other.
  incrementalFile: `reports/mutation/${room}.${process.env.MUTATE_SAMPLE || 'all'}.${process.env.MUTATE_SEED}.incremental.json`,
  allowConsoleColors: false,
}
