import { AsyncLocalStorage } from 'node:async_hooks'
import { TestRunner } from 'vitest'
import { ToolError } from '../model/errors.ts'
import type { Place, SuiteFile } from './notes.ts'

/** Takes back what a test or a file has done to the API. */
export type Undo = () => unknown

/** What is left to be taken back, by test; of the file what was said outside of any. */
export interface Cleanups {
  /** Remembers to call `undo` when the test, or else the file, has ended. */
  add(undo: Undo): void
  /** The place of the test that a running cleanup belongs to. */
  running(): Place | undefined
  /** Takes back what the given test has done, or the file, last things first. */
  run(test?: object): Promise<void>
}

/** Makes the list of a file. A cleanup that fails is said as a not-checked row; it fails no test. */
export function createCleanups(file: SuiteFile): Cleanups {
  const stacks = new WeakMap<object, { readonly undo: Undo; readonly place: Place }[]>()
  const places = new AsyncLocalStorage<Place>()
  return {
    add(undo) {
      // Typed as if there always were one; outside a test there is none.
      const key = (TestRunner.getCurrentTest() as object | undefined) ?? file
      const stack = stacks.get(key) ?? []
      stacks.set(key, stack)
      stack.push({ undo, place: file.here() })
    },
    running: () => places.getStore(),
    async run(test = file) {
      const stack = stacks.get(test) ?? []
      for (let last = stack.pop(); last !== undefined; last = stack.pop()) {
        const { undo, place } = last
        const { skip: _, ...rest } = place
        try {
          await places.run(rest, async () => undo())
        } catch (cause) {
          // A call that is not allowed has said so itself.
          if (cause instanceof ToolError && cause.code === 'NOT_WRITABLE') continue
          const because = cause instanceof Error ? (cause.message.split('\n', 1)[0] ?? '') : String(cause)
          place.notes.notChecked.push({ what: `cleanup of "${place.test}"`, because: `it failed: ${because}` })
        }
      }
    },
  }
}
