import { bodyDrift, changeProperty, everywhere } from './drift-kind.ts'

/** A number as text, or a text as a number: the first property that is either. */
export default bodyDrift('type', everywhere, (body) =>
  changeProperty(body, (value) => {
    if (typeof value === 'number') return String(value)
    return typeof value === 'string' ? 42 : undefined
  }),
)
