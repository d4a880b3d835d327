import type { ShownExchange } from '../model/live/exchange.ts'

/** Returns an exchange of a report with harmless defaults. */
export function sampleExchange(parts: Partial<ShownExchange> = {}): ShownExchange {
  return {
    id: 'e000000000000001',
    request: {
      method: 'GET',
      url: '$SPECDRIFT_BASE_URL/loans?page=2',
      headers: { accept: 'application/json', authorization: 'Bearer $LENDING_TOKEN' },
    },
    response: {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: {
        text: '[{"id":7,"status":null}]',
        bytes: 20_480,
        cut: [{ pointer: '', unit: 'items', kept: 1, of: 500, from: 7 }],
      },
    },
    ...parts,
  }
}

/** Returns an exchange with the string in all parts that the API controls. */
export function hostileExchange(text: string): ShownExchange {
  const body = {
    text: JSON.stringify({ [text]: text }),
    bytes: 1,
    cut: [{ pointer: `/${text}`, unit: 'characters', kept: 1, of: 2 }],
  } as const
  return {
    id: 'e000000000000002',
    request: { method: text, url: text, headers: { [text]: text }, body: { ...body, text } },
    response: { status: 200, headers: { [text]: text }, body },
    failure: text,
  }
}
