import { joinPointer } from '../../../util/pointer.ts'
import { type CompareContext, type OperationPair, useOf } from '../context.ts'
import { compareTexts, textsNamed } from '../texts.ts'
import { compareContent } from './content.ts'

const bodyTexts = textsNamed('description')

/** Compares request bodies: presence, `required` and content. */
export function compareRequestBody(context: CompareContext, pair: OperationPair): void {
  const [was, is] = [pair.before.requestBody, pair.after.requestBody]
  const use = useOf(pair, 'request', 'body')
  if (was === undefined || is === undefined) {
    const body = is ?? was
    if (body === undefined) return
    const site = {
      base: was?.pointer ?? pair.before.pointer,
      revision: is?.pointer ?? pair.after.pointer,
      location: body.pointer,
    }
    const facts = (side: typeof was) => side && { required: side.required }
    const effect = is?.required ? 'narrowed' : 'none'
    context.collector.add({ kind: 'request-body', before: facts(was), after: facts(is), effect, site }, [use])
    return
  }
  if (was.required !== is.required) {
    const site = {
      base: joinPointer(was.pointer, 'required'),
      revision: joinPointer(is.pointer, 'required'),
      location: is.pointer,
    }
    const effect = is.required ? 'narrowed' : 'widened'
    const change = { kind: 'request-body.required', before: was.required, after: is.required, effect } as const
    context.collector.add({ ...change, site }, [use])
  }
  // A Swagger form is a list of fields with separate documentation, located at the list.
  const isForm = [was, is].some(({ pointer }) => pointer.endsWith('/parameters'))
  if (!isForm) compareTexts(context, { base: was.pointer, revision: is.pointer }, bodyTexts, [use])
  compareContent(context, was.content, is.content, { base: was.pointer, revision: is.pointer, use })
}
