// The service in a process of its own, for the bench: says where it is, and how many calls it has had when asked.
import { serve, token } from './server.mjs'

const { url, contract, calls } = await serve()
process.send({ url, contract, token })
process.on('message', () => process.send(calls()))
