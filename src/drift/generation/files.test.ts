import { expect, test } from 'vitest'
import { casesOf } from '../../testing/cases/generated-cases.ts'
import { planRequest } from '../planning/plan.ts'
import type { GenerateMode } from './cases.ts'

/** Content types and bodies of generated requests for a form with a file. */
function uploads(encoding: string, mode: GenerateMode) {
  const form =
    '{ type: object, required: [file], properties: { file: { type: string, format: binary }, title: { type: string } } }'
  const made = casesOf(
    `requestBody: { required: true, content: { multipart/form-data: { schema: ${form} ${encoding} } } }`,
    mode,
  )
  return made.cases.map(({ what, input }) => {
    const { operation, description } = made
    if (operation === undefined) throw new Error('the description has no operation')
    const { headers, body = '', bytes } = planRequest(operation, input, description)
    return {
      what,
      type: headers['content-type'],
      sent: bytes === undefined ? body : Buffer.from(bytes).toString('latin1'),
    }
  })
}

test('uploads a PNG image and an empty file', () => {
  const [image, empty, ...others] = uploads('', 'positive')
  expect(image).toMatchObject({ what: 'is a PNG image', sent: expect.stringContaining('image/png\r\n\r\n\x89PNG\r\n') })
  expect(empty).toMatchObject({ what: 'is an empty file', sent: expect.stringContaining('octet-stream\r\n\r\n\r\n--') })
  expect(others).toEqual([])
})

test('uploads no image if the form requires other media types', () => {
  const made = uploads(', encoding: { file: { contentType: application/zip } }', 'positive')
  expect(made.map(({ what }) => what)).toEqual(['is an empty file'])
})

test('sends a form without a boundary, and a file with a media type that its encoding does not list', () => {
  const made = uploads(', encoding: { file: { contentType: "image/png, image/gif" } }', 'negative')
  expect(made).toContainEqual({ what: 'has no boundary', type: 'multipart/form-data', sent: '--specdrift\r\n' })
  const wrong = made.find(({ what }) => what === 'has a file of a wrong type in file')
  expect(wrong?.sent).toContain('name="file"; filename="file"\r\ncontent-type: text/plain\r\n')
  expect(uploads('', 'negative').map(({ what }) => what)).not.toContain('has a file of a wrong type in file')
})
