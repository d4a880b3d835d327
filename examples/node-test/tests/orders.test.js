import assert from 'node:assert'
import { after, before, test } from 'node:test'
import { matchesContract } from 'specdrift/node-test'
import { createApp } from '../../shop/app.cjs'

const app = createApp()
let url = ''

before(async () => {
  await new Promise((done) => app.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${app.address().port}`
})
after(() => app.close())

test('an order, by fetch', async () => {
  const response = await fetch(`${url}/orders/2`)
  await matchesContract(response, 'GET /orders/{id}')
  assert.equal((await response.json()).id, 2)
})

test('the orders', async () => {
  await matchesContract(await fetch(`${url}/orders`), 'GET /orders')
})

test('an order that does not exist', async () => {
  await matchesContract(await fetch(`${url}/orders/7`), 'GET /orders/{id}', { status: 404 })
})
