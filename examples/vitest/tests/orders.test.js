import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withContract } from 'specdrift/matchers'
import { createApp } from '../../shop/app.cjs'

const app = createApp()
let url = ''

beforeAll(async () => {
  await new Promise((done) => app.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${app.address().port}`
})
afterAll(() => app.close())

test('an order, by fetch', async () => {
  const response = await fetch(`${url}/orders/2`)
  await expect(response).toMatchContract('GET /orders/{id}')
  expect(await response.json()).toMatchObject({ id: 2 })
})

test('the orders, by supertest', async () => {
  const response = await request(app).get('/orders?status=open')
  expect(response).toMatchContract()
})

test('an order that does not exist', async () => {
  await expect(await fetch(`${url}/orders/7`)).toMatchContract('GET /orders/{id}', { status: 404 })
})

test('a new order, by a client whose fetch is held to the contract', async () => {
  const client = withContract(fetch)
  const response = await client(`${url}/orders`, { method: 'POST', body: JSON.stringify({ sku: 'pot' }), headers: { 'content-type': 'application/json' } })
  expect(await response.json()).toMatchObject({ id: 3 })
})
