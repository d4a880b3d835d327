// The tests of one room, for Stryker.
import process from 'node:process'
import config from '../vitest.config.ts'
import { rooms } from './rooms.mjs'

const { globalSetup: _, ...test } = config.test

export default {
  ...config,
  test: {
    ...test,
    include: rooms[process.env.MUTATE_ROOM].tests,
    exclude: ['**/unions.property.test.ts', '**/property.test.ts'],
  },
}
