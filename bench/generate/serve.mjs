// Runs the service in a separate process. Reports its address, and its number of calls on request.
import { serve, token } from './server.mjs'

const { url, contract, calls } = await serve()
process.send({ url, contract, token })
process.on('message', () => process.send(calls()))
