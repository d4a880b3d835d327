// The API for live.mjs: returns the same resource everywhere. `/calls` returns the number of calls.
import { createServer } from 'node:http'
import process from 'node:process'

const part = (n) => ({ name: `part ${n}`, count: n })
const body = JSON.stringify({
  id: 'one',
  status: 'OPEN',
  amount: 12.5,
  created: '2026-11-21T08:00:00Z',
  parts: Array.from({ length: 20 }, (_, n) => part(n)),
})

let calls = 0
const server = createServer((request, response) => {
  if (request.url === '/calls') return response.end(String(calls))
  calls++
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.once('disconnect', () => process.exit())
