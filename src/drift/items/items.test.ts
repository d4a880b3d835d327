import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { EventSource, FormData, Response } from 'undici'
import { describe, expect, it } from 'vitest'
import type { Sequence } from '../../model/sequential.ts'
import { readEvents } from './events.ts'
import { readParts } from './multipart.ts'
import { readItems } from './read-items.ts'

const type = 'multipart/form-data; boundary=x'

describe('readEvents', () => {
  it.each([
    ['data: a\n\n', [{ data: 'a' }], false],
    ['data: a\ndata:  b\n\n', [{ data: 'a\n b' }], false],
    ['\uFEFFdata\r\n\r\ndata: 2\r\r', [{ data: '' }, { data: '2' }], false],
    ['event: e\nid: 1\nretry: 5\ndata: a\nother: x\n\n', [{ event: 'e', id: '1', retry: 5, data: 'a' }], false],
    ['id: a\0b\nretry: 5s\ndata: a\n\n', [{ data: 'a' }], false],
    ['event: e\n\nretry: 5\n\n: ping\n\n', [], false],
    ['data: a\n\n: ping\n', [{ data: 'a' }], false],
    ['data: a\n\ndata: b\n', [{ data: 'a' }], true],
    ['data: a\n\ndata: b', [{ data: 'a' }], true],
    ['', [], false],
  ])('%j', (body, events, isCut) => {
    expect(readEvents(body)).toEqual({ events, isCut })
  })

  it('reads what an EventSource receives', async () => {
    const line = fc.oneof(
      fc.constantFrom('', ': c', 'id: 1', 'id', 'event: message', 'retry: 9', 'data', 'x: y', 'data:', 'data:  a'),
      fc.string({ maxLength: 5 }).map((text) => `data:${text.replaceAll(/[\r\n]/g, ' ')}`),
    )
    const streams = fc.sample(
      fc.tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n')).map(([lines, end]) => {
        return [...lines, '', 'data: the end', '', ''].join(end)
      }),
      { numRuns: 60, seed: 1 },
    )
    const server = createServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(streams[Number(request.url?.slice(1))])
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    try {
      for (const [index, stream] of streams.entries()) {
        const received = await new Promise<string[]>((done) => {
          const all: string[] = []
          const source = new EventSource(`http://127.0.0.1:${port}/${index}`)
          source.onmessage = ({ data }) => {
            all.push(data)
            if (data !== 'the end') return
            source.close()
            done(all)
          }
        })
        expect([stream, readEvents(stream).events.map(({ data }) => data)]).toEqual([stream, received])
      }
    } finally {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    }
  })
})

describe('readParts', () => {
  const read = (body: string, as = type) => {
    const { parts, isCut, because } = readParts(as, body)
    return (
      because ?? [
        ...parts.map(({ name, isFile, text }) => `${name}${isFile ? '*' : ''}=${text}`),
        ...(isCut ? ['cut'] : []),
      ]
    )
  }
  const part = (name: string, text: string, end = '\r\n') =>
    ['--x', `Content-Disposition: form-data; name="${name}"`, '', text, ''].join(end)

  it.each([
    [`${part('a', '1')}${part('b', '2')}--x--\r\n`, ['a=1', 'b=2']],
    [`preamble\r\n${part('a', '1')}--x--epilogue`, ['a=1']],
    [`${part('a', '1', '\n')}--x--`, ['a=1']],
    [`${part('a', '')}--x--`, ['a=']],
    [`${part('a', '--xy\r\n--xy\r\n')}--x--`, ['a=--xy\r\n--xy\r\n']],
    ['--x  \r\nContent-Disposition: form-data; filename=f.txt; name=a\r\n\r\n1\r\n--x--', ['a*=1']],
    ['--x\r\ncontent-disposition: form-data; name="a%22b\\"c"\r\n\r\n1\r\n--x--', ['a"b"c=1']],
    ['--x\r\n\r\n1\r\n--x--', ['undefined=1']],
    [part('a', '1'), ['cut']],
    [`${part('a', '1')}--x\r\nContent`, ['a=1', 'cut']],
    ['--x--', []],
    ['--x\r\nA: 1\r\n--x--', 'the headers of a part do not end'],
    ['other', 'it does not contain the boundary of its Content-Type'],
  ])('%j', (body, expected) => {
    expect(read(body)).toEqual(expected)
  })

  it('needs a boundary', () => {
    expect(read(part('a', '1'), 'multipart/form-data')).toEqual('its Content-Type has no boundary')
  })

  it('reads what undici writes and reads', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map((one) =>
      Buffer.from(one)
        .toString()
        .replaceAll(/\r\n?|\n/g, '\r\n'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text, fc.boolean()), { maxLength: 6 }), async (fields) => {
        const form = new FormData()
        for (const [name, value, isFile] of fields)
          if (isFile) form.append(name, new File([value], 'f', { type: 'text/plain' }))
          else form.append(name, value)
        const response = new Response(form)
        const contentType = response.headers.get('content-type') ?? ''
        const { parts } = readParts(contentType, await response.text())
        expect(parts.map(({ name, text, isFile }) => [name, text, isFile])).toEqual(fields)
      }),
      { numRuns: 100 },
    )
  })

  it('separates hostile bodies in linear time', () => {
    const size = 200_000
    const bodies = ['\r\n--x', '\r\n--xx\r\n', '\n', '--x\r\n', '--x\r\n\r\n\r\n', 'a']
    for (const body of bodies) {
      const all = `--x\r\n\r\n${body.repeat(size)}`
      expect(readParts(type, all)).toBeDefined()
      expect(readParts(type, body.repeat(size))).toBeDefined()
    }
  })
})

describe('readItems', () => {
  const texts = (sequence: Sequence, body: string, isPartial: boolean) => {
    const { items, isCut } = readItems(sequence, '', body, isPartial)
    return [...items.map((item) => ('json' in item ? item.json : '')), ...(isCut ? ['cut'] : [])]
  }
  it.each([
    ['lines', '{"a":1}\r\n\n 2 \n', false, ['{"a":1}', '2']],
    ['lines', '1\n12', false, ['1', '12']],
    ['lines', '1\n12', true, ['1', 'cut']],
    ['lines', '1\n{"a', false, ['1', 'cut']],
    ['lines', '\uFEFF1\n{"a\n', false, ['1', '{"a']],
    ['records', '\x1e1\n\x1e{"a":\n1}\n', false, ['1', '{"a":\n1}']],
    ['records', '\x1e1\n\x1e{"a', false, ['1', 'cut']],
    ['records', '\x1e1\n\x1e12', true, ['1', 'cut']],
  ] as const)('%s %j %s', (sequence, body, isPartial, expected) => {
    expect(texts(sequence, body, isPartial)).toEqual(expected)
  })
})
