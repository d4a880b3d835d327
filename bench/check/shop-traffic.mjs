// Recorded traffic of the shop: exchanges as a browser (HAR) or a middleware (NDJSON) records them. One in 40 drifts from the description.

const categories = ['books', 'garden', 'kitchen', 'music', 'sports']
const cities = ['Leipzig', 'Porto', 'Gdańsk', 'Turin', 'Lyon', 'Malmö']
const people = ['Ada Weber', 'Joana Costa', 'Piotr Nowak', 'Lucia Ricci', 'Anne Petit', 'Nils Berg']

/** Hexadecimal digits that depend on a number only. */
const digits = (number, length) =>
  (Math.imul(number + 1, 2654435761) >>> 0).toString(16).padStart(8, '0').repeat(2).slice(0, length)
const uuidOf = (number) => {
  const low = digits(number, 12)
  return `${digits(number + 7, 8)}-${low.slice(0, 4)}-4${low.slice(4, 7)}-a${low.slice(7, 10)}-${digits(number + 3, 12)}`
}
const timeOf = (at) => new Date(Date.UTC(2026, 10, 21) + at * 997).toISOString()
const moneyOf = (number) => ({ amount: 199 + ((number * 7919) % 90_000), currency: 'EUR' })
const addressOf = (number) => ({
  street: `Example Street ${1 + (number % 180)}`,
  city: cities[number % 6],
  postalCode: String(10_000 + (number % 80_000)),
  country: 'DE',
})
const productOf = (number) => ({
  id: `p-${String(number % 40_000).padStart(6, '0')}`,
  name: `Product ${number % 40_000} of the shop`,
  description:
    number % 5 === 0 ? null : 'A description of some length, as a catalogue has it for most of the products.',
  price: moneyOf(number),
  category: categories[number % 5],
  stock: number % 90,
  rating: (number % 50) / 10,
  tags: ['new', `shelf-${number % 30}`],
  updatedAt: timeOf(number % 100_000),
})
const customerOf = (number) => ({
  id: uuidOf(number % 30_000),
  email: `customer${number % 30_000}@example.com`,
  name: people[number % 6],
  phone: number % 4 === 0 ? null : `+49 341 ${String(100_000 + (number % 900_000))}`,
  address: addressOf(number),
  createdAt: timeOf(number % 100_000),
})
const orderOf = (number) => ({
  id: uuidOf(number),
  status: ['OPEN', 'PAID', 'SHIPPED', 'DELIVERED', 'CANCELLED'][number % 5],
  customerId: uuidOf(number % 30_000),
  items: Array.from({ length: 1 + (number % 3) }, (_, at) => ({
    ...{ sku: `sku-${(number + at) % 5000}`, quantity: 1 + (number % 4), price: moneyOf(number + at) },
  })),
  total: moneyOf(number),
  payment: number % 3 === 0 ? { type: 'transfer', iban: 'DE02120300000000202051' } : { type: 'card', last4: '4242' },
  shipTo: addressOf(number),
  note: number % 3 === 0 ? null : `left at door ${number % 50}`,
  placedAt: timeOf(number % 100_000),
})
const newOrderOf = (number) => ({
  customerId: uuidOf(number % 30_000),
  items: [{ sku: `sku-${number % 5000}`, quantity: 1 + (number % 4) }],
})
const pageOf = (number, length, one) => ({
  items: Array.from({ length }, (_, at) => one(number * length + at)),
  ...{ total: 40_000, page: 1 + (number % 50) },
})
const problemOf = (status) => ({ type: 'about:blank', title: 'Not accepted', status, detail: 'Look at the request.' })

/** The ordinary exchanges, in the order in which they repeat. */
const ordinary = [
  (at) => get(`/products?page=${1 + (at % 50)}&limit=3&category=${categories[at % 5]}`, pageOf(at, 3, productOf)),
  (at) => get(`/products/p-${String(at % 40_000).padStart(6, '0')}`, productOf(at)),
  (at) => get(`/orders/${uuidOf(at)}`, orderOf(at)),
  (at) => get(`/customers/${uuidOf(at % 30_000)}`, customerOf(at)),
  (at) => ({ method: 'POST', path: '/orders', sent: newOrderOf(at), status: 201, body: orderOf(at) }),
  (at) => get(`/products/p-${String((at * 7) % 40_000).padStart(6, '0')}`, productOf(at * 7)),
  (at) => get(`/customers/${uuidOf(at % 30_000)}/orders?page=1`, pageOf(at, 2, orderOf)),
  (at) => ({ ...get(`/orders/${uuidOf(at)}`, orderOf(at)), method: 'PATCH', sent: { note: `door ${at % 50}` } }),
  (at) => ({ ...get(`/products/p-${String(at)}`, problemOf(404)), status: 404, type: 'application/problem+json' }),
  (at) => ({ method: 'DELETE', path: `/carts/${digits(at, 8)}`, status: 204 }),
  (at) => get(`/orders/${uuidOf(at * 3)}`, orderOf(at * 3)),
  () => get('/health', { ok: true }),
]

const get = (path, body) => ({ method: 'GET', path, status: 200, body })
const without = (value, name) => Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))

/** The drift by name: each makes an exchange that the description doesn't allow. */
export const faults = {
  'unknown enum value': (at) => get(`/orders/${uuidOf(at)}`, { ...orderOf(at), status: 'ON_HOLD' }),
  'missing property': (at) => get(`/customers/${uuidOf(at)}`, without(customerOf(at), 'email')),
  'wrong type': (at) => get(`/products/p-${at}`, { ...productOf(at), stock: '12' }),
  'null where none is allowed': (at) => get(`/products/p-${at}`, { ...productOf(at), rating: null }),
  'undocumented property': (at) => get(`/products/p-${at}`, { ...productOf(at), legacyId: at }),
  'bad date-time': (at) => get(`/orders/${uuidOf(at)}`, { ...orderOf(at), placedAt: '2026-11-21 08:00' }),
  'out of bounds': (at) => get(`/products/p-${at}`, { ...productOf(at), rating: 7.5 }),
  'pattern mismatch': (at) =>
    get(`/customers/${uuidOf(at)}`, { ...customerOf(at), address: { ...addressOf(at), postalCode: 'D-04' } }),
  'no branch of a union': (at) => get(`/orders/${uuidOf(at)}`, { ...orderOf(at), payment: { type: 'cash' } }),
  'writeOnly property in a response': (at) =>
    get(`/customers/${uuidOf(at)}`, { ...customerOf(at), password: 'hunter2-hunter2' }),
  'undocumented status': (at) => ({ ...get(`/orders/${uuidOf(at)}`, problemOf(409)), status: 409 }),
  'server error': (at) => ({ ...get(`/orders/${uuidOf(at)}`, problemOf(500)), status: 500 }),
  'other media type': (at) => ({ ...get(`/products/p-${at}`, productOf(at)), type: 'text/html' }),
  'body that is not JSON': (at) => ({ ...get(`/products/p-${at}`, ''), raw: '{"id": "p-000001", ' }),
  'missing response header': (at) => ({
    ...get(`/orders/${uuidOf(at)}`, orderOf(at)),
    without: 'x-ratelimit-remaining',
  }),
  'undocumented path': (at) => get(`/internal/metrics/${at % 20}`, { ok: true }),
  'undocumented method': (at) => ({ ...get(`/products/p-${at}`, productOf(at)), method: 'PUT', sent: productOf(at) }),
  'undocumented query parameter': (at) => get('/products?page=1&debug=true', pageOf(at, 2, productOf)),
  'undocumented request header': (at) => ({ ...get(`/products/p-${at}`, productOf(at)), extra: { 'x-debug': '1' } }),
  'query parameter out of bounds, accepted': (at) => get('/products?page=0&limit=5000', pageOf(at, 2, productOf)),
  'invalid request body, accepted': (at) => ({
    ...{ method: 'POST', path: '/orders', status: 201, body: orderOf(at) },
    sent: { ...newOrderOf(at), items: [] },
  }),
  'invalid request body, rejected': (at) => ({
    ...{ method: 'POST', path: '/orders', status: 422, body: problemOf(422), type: 'application/problem+json' },
    sent: { ...newOrderOf(at), items: [] },
  }),
  'no credential, accepted': (at) => ({ ...get(`/orders/${uuidOf(at)}`, orderOf(at)), without: 'authorization' }),
}

const names = Object.keys(faults)

/** Number of exchanges per drifting one. */
export const exchangesPerFault = 40

/** Returns the name of the fault in the exchange with a number; undefined if it conforms. */
export function faultAt(at) {
  const isFaulty = at % exchangesPerFault === exchangesPerFault - 1
  return isFaulty ? names[Math.floor(at / exchangesPerFault) % names.length] : undefined
}

/** Returns the exchange with a number. */
function exchangeOf(at) {
  const fault = faultAt(at)
  return (fault === undefined ? ordinary[at % ordinary.length] : faults[fault])(at)
}

const bodyOf = (value, raw) => raw ?? (value === undefined ? '' : JSON.stringify(value))
const token = `Bearer ${'eyJhbGciOiJSUzI1NiJ9'}.${'QWxhZGRpbjpvcGVuIHNlc2FtZQ'.repeat(2)}.c2lnbmF0dXJl`

function headersOf({ method, path, status, body, sent, type = 'application/json', extra, without: missing }, at) {
  const sentType = sent === undefined ? {} : { 'content-type': 'application/json' }
  const request = { host: 'api.shop.example', accept: 'application/json', authorization: token, ...sentType, ...extra }
  const response = {
    date: new Date(Date.UTC(2026, 10, 21) + at * 997).toUTCString(),
    ...(status !== 204 && { 'content-type': type === 'text/html' ? type : `${type}; charset=utf-8` }),
    ...(body !== undefined && status < 300 && path !== '/health' && { 'x-ratelimit-remaining': String(at % 1000) }),
    'x-request-id': uuidOf(at),
  }
  const keep = (headers) => (missing === undefined ? headers : without(headers, missing))
  return {
    request: keep({ ...request, 'user-agent': agent, 'x-request-id': `${method}-${at}` }),
    response: keep(response),
  }
}

const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** Returns a line as our middleware writes it. */
export function lineOf(at) {
  const one = exchangeOf(at)
  const headers = headersOf(one, at)
  return JSON.stringify({
    time: timeOf(at),
    duration: 3 + (at % 90),
    request: {
      ...{ method: one.method, url: `https://api.shop.example${one.path}`, headers: headers.request },
      body: bodyOf(one.sent),
    },
    response: { status: one.status, headers: headers.response, body: bodyOf(one.body, one.raw) },
  })
}

/** Headers that Chromium sends and receives in addition. */
const [browserSent, browserReceived] = [
  {
    'accept-encoding': 'gzip, deflate, br, zstd',
    'accept-language': 'de-DE,de;q=0.9,en;q=0.8',
    'cache-control': 'no-cache',
    origin: 'https://www.shop.example',
    pragma: 'no-cache',
    referer: 'https://www.shop.example/account',
    'sec-ch-ua': '"Chromium";v="142", "Not?A_Brand";v="99"',
    'sec-fetch-dest': 'empty',
    'sec-fetch-mode': 'cors',
    'sec-fetch-site': 'same-site',
  },
  {
    'access-control-allow-origin': 'https://www.shop.example',
    'cache-control': 'private, max-age=0',
    'content-encoding': 'br',
    server: 'cloudfront',
    'strict-transport-security': 'max-age=31536000',
    vary: 'Origin, Accept-Encoding',
    via: '1.1 8f22423015641505b8c857a37450d6c0.cloudfront.net (CloudFront)',
  },
]

const frames = ['request', 'loadPage', 'render'].map((functionName, at) => ({
  ...{ functionName, scriptId: '6', url: 'https://www.shop.example/app.js', lineNumber: 40 + at, columnNumber: 12 },
}))

/** Returns an entry as Chromium's network panel exports it. */
export function entryOf(at) {
  const one = exchangeOf(at)
  const headers = headersOf(one, at)
  const list = (all) => Object.entries(all).map(([name, value]) => ({ name, value }))
  const [sent, received] = [bodyOf(one.sent), bodyOf(one.body, one.raw)]
  const common = { httpVersion: 'h2', cookies: [], headersSize: -1 }
  const { searchParams } = new URL(`https://api.shop.example${one.path}`)
  const mimeType = headers.response['content-type'] ?? 'x-unknown'
  return JSON.stringify({
    _initiator: { type: 'script', stack: { callFrames: frames } },
    ...{ _priority: 'High', _resourceType: 'fetch', cache: {}, connection: '443', pageref: 'page_1' },
    request: {
      ...{ method: one.method, url: `https://api.shop.example${one.path}`, ...common },
      headers: list({ ...headers.request, ...browserSent }),
      ...{ queryString: list(Object.fromEntries(searchParams)), bodySize: sent.length },
      ...(one.sent !== undefined && { postData: { mimeType: 'application/json', text: sent } }),
    },
    response: {
      ...{ status: one.status, statusText: '', ...common, headers: list({ ...headers.response, ...browserReceived }) },
      content: { size: Buffer.byteLength(received), mimeType, ...(received !== '' && { text: received }) },
      ...{ redirectURL: '', bodySize: -1, _transferSize: 420, _error: null },
    },
    ...{ serverIPAddress: '192.0.2.10', startedDateTime: timeOf(at), time: 3 + (at % 90) },
    timings: {
      blocked: 0.6,
      dns: -1,
      ssl: -1,
      connect: -1,
      send: 0.1,
      wait: 12.2,
      receive: 1.1,
      _blocked_queueing: 0.3,
    },
  })
}
