// What the bundle takes of undici: its index also loads fetch, WebSocket, caches and mocks, a third of what a run loads.
import connect from 'undici/lib/api/api-connect.js'
import request from 'undici/lib/api/api-request.js'
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'

// As undici's own index does. Its proxy agent asks for its tunnels by `connect`.
Object.assign(Dispatcher.prototype, { connect, request })

export { default as buildConnector } from 'undici/lib/core/connect.js'
export { default as Agent } from 'undici/lib/dispatcher/agent.js'
export { default as Pool } from 'undici/lib/dispatcher/pool.js'
export { default as ProxyAgent } from 'undici/lib/dispatcher/proxy-agent.js'
