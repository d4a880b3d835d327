// The tests of one room, for Stryker.
import process from 'node:process'
import config from '../vitest.config.ts'
import { rooms } from './rooms.mjs'

const { globalSetup: _, ...test } = config.test

/** Each takes seconds, for nearly every mutant of its room. */
const slow = ['unions.property', 'property', 'spellings.property', 'checking/budget', 'checking/hostile']

export default {
  ...config,
  // Translated before, no module could be made anew.
  plugins: [],
  test: {
    ...test,
    // Stryker runs tests in threads, which take no options of V8.
    execArgv: [],
    // What a module makes when it is loaded is made anew for each mutant; shared, a mutant in it would change nothing.
    isolate: rooms[process.env.MUTATE_ROOM].sharesModules !== true,
    include: rooms[process.env.MUTATE_ROOM].tests,
    exclude: slow.map((name) => `**/${name}.test.ts`),
  },
}
