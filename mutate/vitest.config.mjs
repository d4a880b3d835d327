// Vitest configuration for Stryker: the tests of one room.
import process from 'node:process'
import config from '../vitest.config.ts'
import { rooms } from './rooms.mjs'

const { globalSetup: _, ...test } = config.test

/** Excluded because they take seconds for nearly every mutant. */
const slow = ['unions.property', 'property', 'spellings.property', 'checking/budget', 'checking/hostile']

export default {
  ...config,
  // Prebuilt modules could not be reloaded for a mutant.
  plugins: [],
  test: {
    ...test,
    // Stryker runs tests in threads, which don't accept V8 options.
    execArgv: [],
    // Reload modules for each mutant. Otherwise a mutant in code that runs on import would have no effect.
    isolate: rooms[process.env.MUTATE_ROOM].sharesModules !== true,
    include: rooms[process.env.MUTATE_ROOM].tests,
    exclude: slow.map((name) => `**/${name}.test.ts`),
  },
}
