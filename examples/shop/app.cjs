const { createServer } = require('node:http')

/** A service with two orders. With DRIFT=1 a total is null, which the contract does not allow. */
exports.createApp = ({ drift = process.env.DRIFT === '1' } = {}) => {
  const total = drift ? null : 9.5
  const orders = [
    { id: 1, sku: 'tea', total, status: 'open' },
    { id: 2, sku: 'cup', total: 12, status: 'paid' },
  ]
  return createServer((request, response) => {
    const send = (status, body) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const id = /^\/orders\/(\d+)$/.exec(request.url)?.[1]
    if (request.method === 'POST') {
      request.resume().on('end', () => send(201, { id: 3, sku: 'pot', total: 30, status: 'open' }))
    } else if (id === undefined) send(200, orders)
    else {
      const order = orders.find((each) => each.id === Number(id))
      send(order === undefined ? 404 : 200, order ?? { message: 'no such order' })
    }
  })
}
