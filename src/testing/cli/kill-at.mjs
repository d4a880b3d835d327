/* Preload script that kills a command with SIGKILL after KILL_AFTER milliseconds, or during the KILL_AT-th call that
   modifies a file, after writing half of the content. Writes the number of such calls to the file KILL_COUNT. With
   KILL_SOCKETS, writes to sockets count, too. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { isMainThread } from 'node:worker_threads'

const { KILL_AFTER, KILL_AT, KILL_COUNT, KILL_SOCKETS } = process.env
const die = () => process.kill(process.pid, 'SIGKILL')
let calls = 0

function dieAt(call, half) {
  if (++calls !== Number(KILL_AT)) return call()
  half?.()
  die()
}

const halfOf = (content) => Buffer.from(content).subarray(0, content.length / 2)

if (isMainThread) {
  const { open, writeFile } = fs.promises
  for (const name of ['rename', 'rm', 'mkdir']) {
    const original = fs.promises[name]
    fs.promises[name] = async (...args) => dieAt(() => original(...args))
  }
  fs.promises.writeFile = async (file, content, ...rest) =>
    dieAt(
      () => writeFile(file, content, ...rest),
      () => fs.writeFileSync(file, halfOf(content)),
    )
  fs.promises.open = async (...args) => {
    const handle = await open(...args)
    const write = handle.write.bind(handle)
    handle.write = async (content, ...rest) =>
      dieAt(
        () => write(content, ...rest),
        () => fs.writeSync(handle.fd, halfOf(content)),
      )
    return handle
  }
  if (KILL_SOCKETS !== undefined) {
    const { write } = net.Socket.prototype
    net.Socket.prototype.write = function (content, ...rest) {
      return dieAt(
        () => write.call(this, content, ...rest),
        () => write.call(this, halfOf(content)),
      )
    }
  }
  syncBuiltinESMExports()
  if (KILL_AFTER !== undefined) setTimeout(die, Number(KILL_AFTER)).unref()
  if (KILL_COUNT !== undefined) process.on('exit', () => fs.writeFileSync(KILL_COUNT, String(calls)))
}
