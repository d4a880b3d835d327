import { crc32, deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { openZip } from './zip.ts'

/** An archive with one file, which may declare another size or checksum than it has. */
function zipOf(content: Buffer, { isPacked = true, size = content.length, crc = crc32(content) } = {}): Buffer {
  const packed = isPacked ? deflateRawSync(content) : content
  const name = Buffer.from('a.har')
  const facts = Buffer.alloc(20)
  facts.writeUInt16LE(isPacked ? 8 : 0, 2)
  facts.writeUInt32LE(crc, 8)
  facts.writeUInt32LE(packed.length, 12)
  facts.writeUInt32LE(size, 16)
  const lengths = Buffer.from([name.length, 0, 0, 0])
  const local = Buffer.concat([Buffer.from('PK\x03\x04\x14\0'), facts, lengths, name, packed])
  const directory = Buffer.concat([Buffer.from('PK\x01\x02\x14\0\x14\0'), facts, lengths, Buffer.alloc(14), name])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, directory, end])
}

async function piecesOf(archive: Buffer): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = []
  for await (const piece of openZip(archive, 'a.zip').pieces('a.har')) pieces.push(piece)
  return pieces
}

const content = Buffer.from(Array.from({ length: 200_000 }, (_, at) => `${at % 9973} `).join(''))

it.each([true, false])('unpacks a file in pieces: packed %s', async (isPacked) => {
  const pieces = await piecesOf(zipOf(content, { isPacked }))
  expect(Buffer.concat(pieces).equals(content)).toBe(true)
  expect(pieces.length > 5).toBe(isPacked)
})

it('yields no more than a file declares', async () => {
  const pieces: Uint8Array[] = []
  const read = async () => {
    for await (const piece of openZip(zipOf(content, { size: 500_000 }), 'a.zip').pieces('a.har')) pieces.push(piece)
  }
  await expect(read()).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
  expect(Buffer.concat(pieces).length).toBeLessThanOrEqual(500_000)
})

it.each([
  ['another checksum', zipOf(content, { crc: 7 })],
  ['a larger size', zipOf(content, { size: content.length + 1 })],
  ['broken data', zipOf(content).fill(0xff, 60, 90)],
])('rejects a file with %s', async (_, archive) => {
  await expect(piecesOf(archive)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' })
})
