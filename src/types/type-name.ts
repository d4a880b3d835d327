import type { Pointer } from '../model/json.ts'
import { pointerTokens } from '../util/pointer.ts'

const patterns = [/^\/components\/schemas\/[^/]+$/, /^\/definitions\/[^/]+$/]

/** The name of the type at a pointer: `Loan` of `/components/schemas/Loan`, every token of it elsewhere. */
export function typeName(pointer: Pointer): string {
  const tokens = pointerTokens(pointer)
  const own = patterns.some((pattern) => pattern.test(pointer)) ? tokens.slice(-1) : tokens
  const words = own.flatMap((token) => token.split(/[^A-Za-z0-9_]+/)).filter(Boolean)
  const name = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('')
  return /^[A-Za-z_]/.test(name) ? name : `Type${name}`
}
