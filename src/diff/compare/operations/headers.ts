import type { Document } from '../../../model/document.ts'
import type { Json } from '../../../model/json.ts'
import type { Header, Response } from '../../../model/operation.ts'
import { equalJson, own } from '../../../util/json.ts'
import { headerListForm, heldBy, mediaTypeOf } from '../../written.ts'
import { type CompareContext, type OperationPair, useOf } from '../context.ts'
import { sunsetOf } from '../lifecycle.ts'
import { keyOf, pairUp } from '../pair-up.ts'
import { compareTexts, textsNamed } from '../texts.ts'

const headerTexts = textsNamed('description', 'example', 'examples')

/** Content-Type is described by the media types and ignored as a header (OpenAPI 3.1 §4.8.17). */
function counts({ name }: Header): boolean {
  return name.toLowerCase() !== 'content-type'
}

/** Compares response headers by case-insensitive name. */
export function compareHeaders(
  context: CompareContext,
  pair: OperationPair,
  before: Response,
  after: Response,
  status: string,
): void {
  const facts = ({ name, required }: Header) => ({ name, required })
  const byName = keyOf((header: Header) => header.name.toLowerCase())
  const { pairs, removed, added } = pairUp(before.headers.filter(counts), after.headers.filter(counts), byName)
  const use = (header: Header) => useOf(pair, 'response', `${status} header ${header.name}`)
  const site = (was: Header | undefined, is: Header | undefined) => ({
    base: was?.pointer ?? before.pointer,
    revision: is?.pointer ?? after.pointer,
    location: (is ?? was)?.pointer ?? after.pointer,
  })
  for (const was of removed) {
    const effect = was.required ? 'widened' : 'none'
    const change = { kind: 'header', before: facts(was), after: undefined, effect } as const
    context.collector.add({ ...change, site: site(was, undefined) }, [use(was)])
  }
  for (const is of added) {
    const effect = is.required ? 'narrowed' : 'none'
    const change = { kind: 'header', before: undefined, after: facts(is), effect } as const
    context.collector.add({ ...change, site: site(undefined, is) }, [use(is)])
  }
  for (const [was, is] of pairs) {
    if (was.required !== is.required) {
      const effect = is.required ? 'narrowed' : 'widened'
      const change = { kind: 'header.required', before: was.required, after: is.required, effect } as const
      context.collector.add({ ...change, site: site(was, is) }, [use(is)])
    }
    if (was.deprecated !== is.deprecated) {
      const change = { kind: 'deprecation', before: was.deprecated, after: is.deprecated, effect: 'none' } as const
      context.collector.add({ ...change, site: site(was, is) }, [use(is)])
    }
    const [sunset, sunsetNow] = [sunsetOf(context.base.at(was.pointer)), sunsetOf(context.revision.at(is.pointer))]
    if (sunset !== sunsetNow) {
      const change = { kind: 'sunset', before: sunset, after: sunsetNow, effect: 'none' } as const
      context.collector.add({ ...change, site: site(was, is) }, [use(is)])
    }
    compareTexts(context, { base: was.pointer, revision: is.pointer }, headerTexts, [use(is)])
    const [style, styleNow] = serializations(context, was, is)
    if (!equalJson(style, styleNow)) {
      const change = { kind: 'header.serialization', before: style, after: styleNow, effect: 'incomparable' } as const
      context.collector.add({ ...change, site: site(was, is) }, [use(is)])
    } else if (!/json/i.test(String(style.content))) {
      const forms = { base: headerListForm(context.base, was), revision: headerListForm(context.revision, is) }
      context.schemas.root(was.schema, is.schema, use(is), forms)
    } else context.schemas.root(was.schema, is.schema, use(is))
  }
}

type Serialization = Readonly<Record<string, Json>>

/** Returns both serializations of a header: a media type, or the style `simple`, the only one for headers. */
function serializations({ base, revision }: CompareContext, was: Header, is: Header): [Serialization, Serialization] {
  const [types, typesNow] = [heldBy(base, was.schema), heldBy(revision, is.schema)]
  const of = (document: Document, header: Header): Serialization => {
    const content = mediaTypeOf(document, header)
    if (content !== undefined) return { content }
    // A single value and a list of one look the same in every list form, and lists look the same exploded or not.
    const delimiter: Serialization =
      types.list && typesNow.list && (types.many || typesNow.many)
        ? { delimiter: headerListForm(document, header) }
        : {}
    const explode = own(document.at(header.pointer), 'explode') === true
    return { style: 'simple', ...delimiter, ...(types.object && typesNow.object ? { explode } : {}) }
  }
  return [of(base, was), of(revision, is)]
}
