// Starts a third-party server for a benchmark, and provides its address and description.
import { spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Returns a free port. */
export async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

/**
 * Starts a program and waits until the address responds or `isReady` returns true. `close` ends only this process. `user` is the uid and gid to run
 * as. `isGroup` means that the program starts child processes, which end with it.
 */
export async function startServer(
  command,
  args,
  { url, env = {}, cwd, user = {}, isReady = () => responds(url), isGroup = false },
) {
  // Log to a file, because a full pipe without a reader would block the server.
  const log = join(mkdtempSync(join(tmpdir(), 'specdrift-server-')), 'log')
  const file = openSync(log, 'w')
  const child = spawn(command, args, {
    ...user,
    detached: isGroup,
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', file, file],
  })
  const tail = () => readFileSync(log, 'utf8').slice(-4000)
  let ended
  child.on('error', (error) => {
    ended = error.message
  })
  child.on('exit', (code) => {
    ended ??= `it ended with ${code}`
  })
  for (let attempt = 0; attempt < 1200; attempt++) {
    if (ended !== undefined) throw new Error(`${command}: ${ended}\n${tail()}`)
    if (await isReady()) return { close: () => end(child, isGroup) }
    await pause(100)
  }
  await end(child, isGroup)
  throw new Error(`${command} does not respond${url === undefined ? '' : ` at ${url}`}\n${tail()}`)
}

async function responds(url) {
  const response = await fetch(url).catch(() => undefined)
  return response !== undefined && response.status < 500
}

async function end(child, isGroup) {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const kill = (signal) => (isGroup ? process.kill(-child.pid, signal) : child.kill(signal))
  kill('SIGTERM')
  const killing = setTimeout(() => kill('SIGKILL'), 5000)
  await ended
  clearTimeout(killing)
}

/** Sends JSON. Throws if the server rejects it. */
export async function send(method, url, body, headers = {}) {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
  return response
}
