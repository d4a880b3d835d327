import { visit } from 'jsonc-parser'
import type { Document, Flaw } from '../../model/document.ts'
import type { Pointer } from '../../model/json.ts'
import type { Operation } from '../../model/operation.ts'
import { joinPointer } from '../../util/pointer.ts'
import { operationsOf, webhooksOf } from '../dialects/operations.ts'
import { sourcesOf } from '../reading/parse.ts'
import { textOf } from '../reading/parse-text.ts'
import { referencesOf } from '../references/references.ts'

/** Returns flaws that a JSON Schema can't detect: dangling `$ref`s, path conflicts, duplicate operation ids and keys. */
export function semanticFlaws(document: Document): readonly Flaw[] {
  return [
    ...danglingRefs(document),
    ...sameOperations(operationsOf(document)),
    ...operationsOf(document).flatMap(pathParameters),
    ...sameOperationIds([...operationsOf(document), ...webhooksOf(document)]),
    ...repeated(document),
  ]
}

function danglingRefs(document: Document): readonly Flaw[] {
  return referencesOf(document.root).flatMap(({ ref, key, pointer }) => {
    // References leaving the description have their own flaw; a mapping value may be a schema name.
    if (!ref.startsWith('#') || document.resolve(ref) !== undefined) return []
    const anchor = /^#[^/]/.test(ref) ? ' (no $anchor has that name)' : ''
    return [{ pointer: joinPointer(pointer, key), message: `${ref} leads nowhere${anchor}` }]
  })
}

/** Reports path templates with the same method that differ only in parameter names, because they match the same requests. */
function sameOperations(operations: readonly Operation[]): readonly Flaw[] {
  const seen = new Map<string, string>()
  return operations.flatMap(({ key, pointer }) => {
    const shape = key.replace(/\{[^{}]*\}/g, '{}')
    const other = seen.get(shape)
    seen.set(shape, other ?? key)
    return other === undefined ? [] : [{ pointer, message: `matches the same requests as ${other}` }]
  })
}

function pathParameters(operation: Operation): readonly Flaw[] {
  const declared = operation.parameters.filter(
    ({ in: location, undeclared }) => location === 'path' && undeclared !== true,
  )
  const templated = new Set([...operation.path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? ''))
  const missing = [...templated].filter((name) => !declared.some((parameter) => parameter.name === name))
  return [
    ...missing.map((name) => ({ pointer: operation.pointer, message: `does not declare the path parameter ${name}` })),
    ...declared
      .filter(({ name }) => !templated.has(name))
      .map(({ name, pointer }) => ({ pointer, message: `${operation.path} has no {${name}}` })),
  ]
}

function sameOperationIds(operations: readonly Operation[]): readonly Flaw[] {
  const seen = new Map<string, string>()
  return operations.flatMap(({ operationId, key, pointer }) => {
    if (operationId === undefined) return []
    const other = seen.get(operationId)
    seen.set(operationId, other ?? key)
    if (other === undefined) return []
    return [
      { pointer: joinPointer(pointer, 'operationId'), message: `${operationId} is the operationId of ${other} too` },
    ]
  })
}

/** Reports duplicate keys in JSON, which parsers silently accept; YAML parsing already rejects them. */
function repeated(document: Document): readonly Flaw[] {
  const { main } = sourcesOf(document)
  if (main.format !== 'json') return []
  return repeatedKeys(textOf(main)).map((pointer) => ({ pointer, message: 'duplicate key' }))
}

/** Returns the pointers of duplicate keys in valid JSON. */
function repeatedKeys(text: string): readonly Pointer[] {
  const found: Pointer[] = []
  const open: Set<string>[] = []
  visit(text, {
    onObjectBegin: () => {
      open.push(new Set())
    },
    onObjectEnd: () => {
      open.pop()
    },
    onObjectProperty: (name, _offset, _length, _line, _character, pathSupplier) => {
      const names = open.at(-1)
      if (names?.has(name)) found.push(joinPointer('', ...pathSupplier(), name))
      names?.add(name)
    },
  })
  return found
}
