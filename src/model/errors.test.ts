import { expect, it } from 'vitest'
import { toolError } from './errors.ts'

it.each([
  ['it is a folder', 'Could not write a: it is a folder.'],
  ['Method not implemented.', 'Could not write a: Method not implemented.'],
  ['and so on...', 'Could not write a: and so on....'],
])('ends with one full stop, whatever the reason ends with: %s', (reason, message) => {
  expect(toolError('WRITE_FAILED', ['a', reason]).message).toBe(message)
})
