import { parse } from 'content-type'
import { sequenceOfType } from '../../model/sequential.ts'
import { memoOfText } from '../../util/text.ts'

/** Returns `application/json` for `Application/JSON; charset=utf-8`: lower case, without parameters (RFC 9110 §8.3.1). */
export const bareType = memoOfText((type) => parse(type, { parameters: false }).type)

/** Tests for JSON: `application/json`, `text/json` or a `+json` suffix (RFC 6839 §3.1). */
export const isJsonType = memoOfText((type) => isPlainJson(type) || bareType(type).endsWith('+json'))

/** Tests for `application/json` and `text/json`. */
export function isPlainJson(type: string): boolean {
  return /^(application|text)\/json$/.test(bareType(type))
}

/** Tests for JSON types of the vendor or personal tree (RFC 6838 §3.2 to §3.4), whose clients can also read plain JSON. */
export function isVendorJson(type: string): boolean {
  return /^[^/]+\/(?:vnd\.|prs\.|x[.-]).*\+json$/.test(bareType(type))
}

const textTypes =
  /^text\/|\+(?:xml|yaml)$|^application\/(?:xml|yaml|x-yaml|csv|javascript|ecmascript|graphql|sql|toml|jwt|jose|x-www-form-urlencoded)$|^multipart\//

/** Tests whether bodies are text rather than bytes such as images and archives. */
export function isTextType(type: string): boolean {
  return textTypes.test(bareType(type))
}

/** Tests for URL-encoded forms (URL Standard §5). */
export function isFormType(type: string): boolean {
  return bareType(type) === 'application/x-www-form-urlencoded'
}

/** Tests for forms with files (RFC 7578). */
export function isFormData(type: string): boolean {
  return bareType(type) === 'multipart/form-data'
}

/** Tests for media types with unknown syntax, for example `application/vnd.acme.loan`, `application/x-amz-json-1.1`. */
export function isUnspecific(type: string): boolean {
  return /^application\//.test(bareType(type)) && bareType(type) !== 'application/octet-stream' && !isTextType(type)
}

/** Returns how the items of a sequential media type are separated (OpenAPI 3.2 §4.14.3.1); otherwise undefined. */
export const sequenceOf = memoOfText((type) => sequenceOfType(bareType(type)))
