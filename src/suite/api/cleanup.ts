import { AsyncLocalStorage } from 'node:async_hooks'
import { TestRunner } from 'vitest'
import { ToolError } from '../../model/errors.ts'
import type { NoteContext, SuiteFile } from '../calls/notes.ts'
import { cleanupDue, keepFile } from '../running/stop.ts'

/** Takes back what a test or a file has done to the API. */
export type Undo = () => unknown

/** The cleanups still to run, by test; those of the file were declared outside of any test. */
export interface Cleanups {
  /** Remembers to call `undo` when the test, or else the file, has ended. */
  add(undo: Undo): void
  /** The context of the test that a running cleanup belongs to. */
  running(): NoteContext | undefined
  /** Takes back what the given test has done, or the file, last things first. */
  run(test?: object): Promise<void>
}

interface Due {
  readonly undo: Undo
  readonly scope: NoteContext
  /** Says that it has run. */
  done(): void
}

/** Makes the list of a file. A cleanup that fails becomes a not-checked row; it fails no test. */
export function createCleanups(file: SuiteFile): Cleanups {
  const stacks = new Map<object, Due[]>()
  const runs = new Map<object, Promise<void>>()
  const scopes = new AsyncLocalStorage<NoteContext>()
  const cleanUp = async (): Promise<void> => {
    for (const key of [...stacks.keys()].reverse()) await run(key)
  }
  keepFile({ cleanUp, tasks: file.tasks })
  return {
    add(undo) {
      // Typed as if there always were one; outside a test there is none.
      const key = (TestRunner.getCurrentTest() as object | undefined) ?? file
      const stack = stacks.get(key) ?? []
      stacks.set(key, stack)
      const scope = file.here()
      stack.push({ undo, scope, done: cleanupDue(scope.test) })
    },
    running: () => scopes.getStore(),
    run,
  }

  /** One after the other, whatever the caller: a run that is stopped does not wait for the test, but the test for what it runs. */
  function run(test: object = file): Promise<void> {
    const ended = (runs.get(test) ?? Promise.resolve()).then(() => runStack(test))
    runs.set(test, ended)
    return ended
  }

  async function runStack(test: object): Promise<void> {
    const stack = stacks.get(test) ?? []
    for (let last = stack.pop(); last !== undefined; last = stack.pop()) {
      const { undo, scope, done } = last
      const { skip: _, ...rest } = scope
      try {
        await scopes.run(rest, async () => undo())
        done()
      } catch (cause) {
        // A call that is not allowed has reported it already.
        if (cause instanceof ToolError && cause.code === 'NOT_WRITABLE') {
          done()
          continue
        }
        const because = cause instanceof Error ? (cause.message.split('\n', 1)[0] ?? '') : String(cause)
        scope.notes.notChecked.push({ what: `cleanup of "${scope.test}"`, because: `it failed: ${because}` })
      }
    }
  }
}
