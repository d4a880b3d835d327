import { availableParallelism } from 'node:os'
import { cache } from './cache.mjs'
import { measure } from './measure.mjs'

/** Maps a list with an asynchronous function, at most two at a time. Results are in the order of the list. */
export async function twoAtATime(list, work) {
  const results = []
  const queue = [...list.entries()]
  const drain = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, item] = next
      results[index] = await work(item)
      if (queue.length % 20 === 0) process.stderr.write(`${queue.length} left\n`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, drain))
  return results
}

/** Returns a tool's JSON output for a pair, or `{ problem }`. */
export async function jsonOf({ command, env }, { base, revision }, timeLimit) {
  // Run in a folder without specdrift.config.ts, which would be loaded, too.
  const { ended, stdout, code } = await measure(command(base, revision), { timeLimit, cwd: cache, ...(env && { env }) })
  if (ended !== undefined) return { problem: ended }
  try {
    return { json: JSON.parse(stdout) }
  } catch {
    return { problem: `exit ${code}` }
  }
}
