import { AsyncLocalStorage } from 'node:async_hooks'
import { TestRunner } from 'vitest'
import { ToolError } from '../../model/errors.ts'
import type { NoteContext, SuiteFile } from '../calls/notes.ts'
import { cleanupDue, keepFile } from '../running/stop.ts'

/** A function that undoes changes of a test or file. */
export type Undo = () => unknown

/** Pending cleanups by test. Cleanups declared outside of a test belong to the file. */
export interface Cleanups {
  /** Runs `undo` at the end of the test, or of the file. */
  add(undo: Undo): void
  running(): NoteContext | undefined
  /** Runs the cleanups of a test, or of the file, in reverse order. */
  run(test?: object): Promise<void>
}

interface Due {
  readonly undo: Undo
  readonly scope: NoteContext
  done(): void
}

/** Creates the cleanups of a file. A failing cleanup becomes a not-checked row and doesn't fail the test. */
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
      // Typed as always defined, but undefined outside of tests.
      const key = (TestRunner.getCurrentTest() as object | undefined) ?? file
      const stack = stacks.get(key) ?? []
      stacks.set(key, stack)
      const scope = file.here()
      stack.push({ undo, scope, done: cleanupDue(scope.test) })
    },
    running: () => scopes.getStore(),
    run,
  }

  /** Runs are chained: a stopped run doesn't wait for its test, but a test waits for its cleanups. */
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
        // A forbidden call has already reported itself.
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
