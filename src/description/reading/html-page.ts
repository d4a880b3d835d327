import { toolError } from '../../model/errors.ts'

/** Where a text came from. */
export interface HtmlOrigin {
  /** From an address, which a credential may open. */
  readonly isFetched: boolean
}

/** An HTML page is no description: throws LOGIN_REQUIRED for a login page that was fetched, NOT_A_DESCRIPTION for any other. */
export function refuseHtml(content: Uint8Array, file: string, { isFetched }: HtmlOrigin = { isFetched: false }): void {
  const start = beginning(content)
  if (!/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/is.test(start)) return
  const title = /<title[^>]*>([^<]*)/i.exec(start)?.[1]?.replace(/\s+/g, ' ').trim() ?? ''
  const named = title === '' ? '' : ` (${JSON.stringify(title.slice(0, 80))})`
  const isLogin = hasPasswordField(start) || loginWords.test(title) || loginWords.test(pathOf(file))
  if (isLogin && isFetched)
    throw toolError('LOGIN_REQUIRED', [file, `it responded with a login page in HTML${named}, not with a description`])
  const what = isLogin ? 'a login page in HTML' : 'an HTML page'
  throw toolError('NOT_A_DESCRIPTION', [file, `it is ${what}${named}${descriptionIn(start)}`])
}

/** As much of a page as names it. */
const mostBytes = 64 * 1024

function beginning(content: Uint8Array): string {
  return new TextDecoder().decode(content.subarray(0, mostBytes))
}

/** What a page of Swagger UI, Redoc, Scalar or RapiDoc shows. */
function descriptionIn(page: string): string {
  const shown = /(?:\burl|spec-url|specUrl|data-url)["']?\s*[:=]\s*["']([^"'<>\s]{1,200})["']/i.exec(page)?.[1]
  const isDescription = shown !== undefined && /\.(?:json|ya?ml)\b|openapi|swagger|api-docs/i.test(shown)
  return isDescription ? `, which shows ${shown}: name that address` : ''
}

function hasPasswordField(page: string): boolean {
  return /<input\b[^>]*\btype\s*=\s*["']?password\b/i.test(page)
}

/** Words that pages have where people log in, and the paths that lead there. */
const loginWords = /\b(?:log|sign)[\s_-]?(?:in|on)\b|\bauthenticat|\bsso\b|\bsaml\b|\/oauth2?\b/i

function pathOf(file: string): string {
  return URL.canParse(file) ? new URL(file).pathname : ''
}
