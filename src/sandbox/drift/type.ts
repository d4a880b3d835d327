import { bodyDrift, changeProperty, everywhere } from './drift-kind.ts'

/** Swaps number and string in the first such property. */
export default bodyDrift('type', everywhere, (body) =>
  changeProperty(body, (value) => {
    if (typeof value === 'number') return String(value)
    return typeof value === 'string' ? 42 : undefined
  }),
)
