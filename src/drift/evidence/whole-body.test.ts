import { expect, it } from 'vitest'
import { createRedactor } from '../redaction/redact.ts'
import { wholeBody } from './whole-body.ts'

const redactor = createRedactor({ values: ['planted-secret'] })

it('redacts secrets in text other than JSON', () => {
  const form = `<input name="password" class="a" value="hunter22"> planted-secret ${'name=a '.repeat(3)}`
  expect(wholeBody(form, redactor, '')).toBe(
    form.replace('hunter22', '[redacted]').replace('planted-secret', '[redacted]'),
  )
})

// Each would take hours if the cost were quadratic in the length.
it.each(['name=a ', 'name=a value ', '"a":"', '<a ', 'a= ', '%25'])('reads a long body of %j', (part) => {
  const body = part.repeat(Math.ceil(1_000_000 / part.length))
  expect(wholeBody(body, redactor, '')).toBe(body)
})
