import { parentPort } from 'node:worker_threads'
import { init, runBaseTests, setupEnvironment } from 'vitest/worker'
// What every suite imports: loaded before the first one asks for it.
import './index.ts'

if (parentPort === null) throw new Error('thread-entry.ts is the entry of a worker thread')
const port = parentPort

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
