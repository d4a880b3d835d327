import process from 'node:process'
import { rooms } from './rooms.mjs'

const room = process.env.MUTATE_ROOM ?? ''

export default {
  testRunner: 'vitest',
  plugins: ['./.ci/tools/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js', './mutate/sample.mjs'],
  checkers: (process.env.MUTATE_SAMPLE ?? '') === '' ? [] : ['sample'],
  vitest: { configFile: 'mutate/vitest.config.mjs', related: false },
  // Stryker rewrites the tsconfig with TypeScript's JavaScript API, which TypeScript 7 lacks. No rewrite is needed here.
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
  // Each sample has its own file: otherwise a mutant outside one sample would count as known in another.
  incrementalFile: `reports/mutation/${room}.${process.env.MUTATE_SAMPLE || 'all'}.${process.env.MUTATE_SEED}.incremental.json`,
  allowConsoleColors: false,
}
