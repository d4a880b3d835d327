import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { followTraffic } from '../run/traffic/follow/follow.ts'
import type { FollowEvent, FollowOptions } from '../run/traffic/follow/options.ts'

/** 2026-11-20 08:00 UTC. */
export const clock = (): number => Date.UTC(2026, 10, 20, 8)
/** What all runs have in common. */
export const common = { specsDir: 'specs', api: 'd', description: 'd.yaml', policy: 'compat', failOn: 'error' } as const

/** A folder with a description, and the file of a state. */
export function project(description: string) {
  const cwd = mkdtempSync(join(tmpdir(), 'follow-'))
  writeFileSync(join(cwd, 'd.yaml'), description)
  return { cwd, file: join(cwd, 'state.json') }
}

/** A follower whose input and timer the test drives. */
export function startFollower({ cwd, file }: ReturnType<typeof project>, more: Partial<FollowOptions> = {}) {
  const events: FollowEvent[] = []
  const failures: string[] = []
  const waiting: (() => void)[] = []
  const heard = (): void => {
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
      heard()
    },
    failed(error) {
      failures.push(String(error))
      heard()
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
