import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { followTraffic } from '../run/traffic/follow/follow.ts'
import type { FollowEvent, FollowOptions } from '../run/traffic/follow/options.ts'

export const clock = (): number => Date.UTC(2026, 10, 20, 8)
/** Options shared by all runs. */
export const common = { specsDir: 'specs', api: 'd', description: 'd.yaml', policy: 'compat', failOn: 'error' } as const

/** Creates a folder with a description and returns it with the path of the state file. */
export function project(description: string) {
  const cwd = mkdtempSync(join(tmpdir(), 'follow-'))
  writeFileSync(join(cwd, 'd.yaml'), description)
  return { cwd, file: join(cwd, 'state.json') }
}

/** Starts a follower whose input and timer are controlled by the test. */
export function startFollower({ cwd, file }: ReturnType<typeof project>, more: Partial<FollowOptions> = {}) {
  const events: FollowEvent[] = []
  const failures: string[] = []
  const waiting: (() => void)[] = []
  const notifyWaiting = (): void => {
    for (const each of waiting.splice(0)) each()
  }
  const input: (string | undefined)[] = []
  let [arrived, tick, isOver] = [() => {}, () => {}, false]
  async function* stdin(): AsyncGenerator<string> {
    for (;;) {
      const next = input.shift()
      if (next !== undefined) yield next
      else if (isOver) return
      else
        await new Promise<void>((resolve) => {
          arrived = resolve
        })
    }
  }
  const stop = new AbortController()
  const ended = followTraffic({
    ...common,
    ...{ cwd, clock, stdin: stdin(), baseline: { entries: [] }, wanted: {}, stopped: stop.signal, pause: 60_000 },
    state: { path: file, name: 'state.json' },
    every(_, call) {
      tick = call
      return () => {}
    },
    onEvent(event) {
      events.push(event)
      notifyWaiting()
    },
    failed(error) {
      failures.push(String(error))
      notifyWaiting()
    },
    ...more,
  })
  return {
    ...{ events, failures, ended, stop: () => stop.abort() },
    feed(text: string) {
      input.push(text)
      arrived()
    },
    end() {
      isOver = true
      arrived()
      return ended
    },
    tick: () => tick(),
    async until(isThere: () => boolean): Promise<void> {
      while (!isThere()) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}
