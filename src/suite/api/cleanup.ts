import { AsyncLocalStorage } from 'node:async_hooks'
import { TestRunner } from 'vitest'
import { ToolError } from '../../model/errors.ts'
import type { Place, SuiteFile } from '../calls/notes.ts'
import { cleanupDue, keepCleanups } from '../running/stop.ts'

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

interface Due {
  readonly undo: Undo
  readonly place: Place
  /** Says that it has run. */
  done(): void
}

/** Makes the list of a file. A cleanup that fails is said as a not-checked row; it fails no test. */
export function createCleanups(file: SuiteFile): Cleanups {
  const stacks = new Map<object, Due[]>()
  const runs = new Map<object, Promise<void>>()
  const places = new AsyncLocalStorage<Place>()
  keepCleanups(async () => {
    for (const key of [...stacks.keys()].reverse()) await run(key)
  })
  return {
    add(undo) {
      // Typed as if there always were one; outside a test there is none.
      const key = (TestRunner.getCurrentTest() as object | undefined) ?? file
      const stack = stacks.get(key) ?? []
      stacks.set(key, stack)
      const place = file.here()
      stack.push({ undo, place, done: cleanupDue(place.test) })
    },
    running: () => places.getStore(),
    run,
  }

  /** One after the other, whoever asks: a run that is stopped does not wait for the test, but the test for what it runs. */
  function run(test: object = file): Promise<void> {
    const ended = (runs.get(test) ?? Promise.resolve()).then(() => runStack(test))
    runs.set(test, ended)
    return ended
  }

  async function runStack(test: object): Promise<void> {
    const stack = stacks.get(test) ?? []
    for (let last = stack.pop(); last !== undefined; last = stack.pop()) {
      const { undo, place, done } = last
      const { skip: _, ...rest } = place
      try {
        await places.run(rest, async () => undo())
        done()
      } catch (cause) {
        // A call that is not allowed has said so itself.
        if (cause instanceof ToolError && cause.code === 'NOT_WRITABLE') {
          done()
          continue
        }
        const because = cause instanceof Error ? (cause.message.split('\n', 1)[0] ?? '') : String(cause)
        place.notes.notChecked.push({ what: `cleanup of "${place.test}"`, because: `it failed: ${because}` })
      }
    }
  }
}
