// A pool of child processes that share a queue of jobs: one per core, at most four.
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Opens the pool. `run` resolves with the worker's result, and rejects with its error. */
export function openPool() {
  const script = fileURLToPath(new URL('worker.mjs', import.meta.url))
  const waiting = []
  const idle = Array.from({ length: Math.min(4, availableParallelism()) }, () => fork(script))
  const all = [...idle]
  let count = 0

  function next() {
    const worker = waiting.length === 0 ? undefined : idle.pop()
    if (worker === undefined) return
    const { job, resolve, reject } = waiting.shift()
    const id = ++count
    const ended = () => reject(new Error(`a worker ended over ${JSON.stringify(job)}`))
    worker.once('exit', ended)
    worker.on('message', function received(message) {
      if (message.id !== id) return
      worker.off('message', received).off('exit', ended)
      idle.push(worker)
      if (message.error === undefined) resolve(message.result)
      else reject(new Error(`${message.error} (${JSON.stringify({ ...job, usual: undefined })})`))
      next()
    })
    worker.send({ id, job })
  }

  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        waiting.push({ job, resolve, reject })
        next()
      }),
    close: () => all.map((worker) => worker.disconnect()),
  }
}
