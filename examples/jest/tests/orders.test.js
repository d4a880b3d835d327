const request = require('supertest')
const { createApp } = require('../../shop/app.cjs')

const app = createApp()
let url = ''

beforeAll(async () => {
  await new Promise((done) => app.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${app.address().port}`
})
afterAll(() => new Promise((done) => app.close(done)))

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
