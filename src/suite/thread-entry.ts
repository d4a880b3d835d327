import process from 'node:process'
import { parentPort } from 'node:worker_threads'
import { init, runBaseTests, setupEnvironment } from 'vitest/worker'
// Preloads the modules that every suite imports.
import './index.ts'
import { rehearse } from './calls/rehearse.ts'
import { endSession } from './running/session.ts'
import { endStopping, reportCleanups, stopHere } from './running/stop.ts'
import type { ThreadMessage } from './running/thread.ts'

if (parentPort === null) throw new Error('thread-entry.ts is the entry of a worker thread')
const port = parentPort

const environment = { ...process.env }
let isOver = false
port.on('message', ({ specdrift: context, env = {}, cleanups, stop }: ThreadMessage) => {
  if (stop === true) stopHere()
  if (context !== undefined) isOver = false
  if (cleanups !== undefined) reportCleanups(cleanups)
  for (const [name, value] of Object.entries(env)) process.env[name] ??= value
  if (context === undefined) isOver = true
  // Errors are reported when a suite hits them.
  else rehearse(context, () => isOver).catch(() => {})
})

// vitest's own `workers/threads.js`, in a thread started before vitest is loaded.
init({
  post: (response) => port.postMessage(response),
  on: (callback) => port.on('message', callback),
  off: (callback) => port.off('message', callback),
  teardown: forgetRun,
  async runTests(state, traces) {
    await runBaseTests('run', state, traces)
    // A repeated file starts without cached modules.
    state.evaluatedModules.clear()
  },
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
})

/** Restores the state before the run, for a reused thread (`keepThreads`). */
function forgetRun(): void {
  isOver = true
  endSession()
  endStopping()
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(environment, name)) delete process.env[name]
  Object.assign(process.env, environment)
}
