import { expect, it } from 'vitest'
import { goodRequests } from './good-requests.ts'
import { type TestClient, testClient, testService } from './test-client.ts'

it.each(goodRequests.map(([operation, path, body]) => ({ operation, path, body })))(
  'a copied seed responds as a fresh one: $operation',
  async ({ operation, path, body }) => {
    const [method = ''] = operation.split(' ')
    const responses = async (client: TestClient): Promise<string[]> => {
      const texts: string[] = []
      // What the request changed, and the identifiers that it gave, show in what follows.
      for (const call of [`${method} ${path}`, 'GET /sub-account/loans', `${method} ${path}`]) {
        const { status, text } = await client.send(call, call.startsWith(`${method} ${path}`) ? { body } : {})
        texts.push(`${status} ${text}`)
      }
      return texts
    }
    const expected = await responses((await testService()).client)
    expect(await responses(testClient())).toEqual(expected)
    // What the first changed is not in the next.
    expect(await responses(testClient())).toEqual(expected)
  },
)
