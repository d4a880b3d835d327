import { expect, it } from 'vitest'
import { goodRequests } from './good-requests.ts'
import { type TestClient, testClient, testService } from './test-client.ts'

it.each(goodRequests.map(([operation, path, body]) => ({ operation, path, body })))(
  'a copied seed responds as a fresh one: $operation',
  async ({ operation, path, body }) => {
    const [method = ''] = operation.split(' ')
    const responses = async (client: TestClient): Promise<string[]> => {
      const texts: string[] = []
      // The repeated call reveals side effects and new identifiers.
      for (const call of [`${method} ${path}`, 'GET /sub-account/loans', `${method} ${path}`]) {
        const { status, text } = await client.send(call, call.startsWith(`${method} ${path}`) ? { body } : {})
        texts.push(`${status} ${text}`)
      }
      return texts
    }
    const expected = await responses((await testService()).client)
    expect(await responses(testClient())).toEqual(expected)
    // A new client must not see the changes of the first.
    expect(await responses(testClient())).toEqual(expected)
  },
)
