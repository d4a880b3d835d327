import process from 'node:process'
import { parentPort } from 'node:worker_threads'
import { init, runBaseTests, setupEnvironment } from 'vitest/worker'
// What every suite imports: loaded before the first one asks for it.
import './index.ts'
import { rehearse } from './calls/rehearse.ts'
import { reportCleanups, stopHere } from './running/stop.ts'
import type { ThreadMessage } from './running/thread.ts'

if (parentPort === null) throw new Error('thread-entry.ts is the entry of a worker thread')
const port = parentPort

let isOver = false
port.on('message', ({ specdrift: context, env = {}, cleanups, stop }: ThreadMessage) => {
  if (stop === true) stopHere()
  if (cleanups !== undefined) reportCleanups(cleanups)
  for (const [name, value] of Object.entries(env)) process.env[name] ??= value
  if (context === undefined) isOver = true
  // What fails here fails again where a suite needs it, and is reported there.
  else rehearse(context, () => isOver).catch(() => {})
})

// vitest's own `workers/threads.js`, in a thread that is started before vitest is loaded.
init({
  post: (response) => port.postMessage(response),
  on: (callback) => port.on('message', callback),
  off: (callback) => port.off('message', callback),
  teardown: () => port.removeAllListeners('message'),
  runTests: (state, traces) => runBaseTests('run', state, traces),
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
})
