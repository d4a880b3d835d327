import type { ComponentChildren } from 'preact'
import type { Json, Pointer } from '../../../model/json.ts'
import { joinPointer } from '../../../util/pointer.ts'
import { printable } from '../../labels.ts'

interface JsonTreeProps {
  readonly value: Json
  /** Locations to mark. Their ancestors are expanded. */
  readonly hits: readonly Pointer[]
  /** Note displayed after the first marked location. */
  readonly expected?: string
}

interface NodeProps extends JsonTreeProps {
  readonly pointer: Pointer
  readonly name: string | undefined
  readonly depth: number
  readonly isLast: boolean
}

/** Shows JSON as a tree, collapsed except around marked locations. */
export function JsonTree(props: JsonTreeProps) {
  return <Node {...props} pointer="" name={undefined} depth={0} isLast={true} />
}

/** Objects and arrays with more members are collapsed unless they contain a marked location. */
const mostMembers = 12

function Node(props: NodeProps) {
  const { value, hits, pointer, name, depth, isLast } = props
  const isHit = hits.includes(pointer)
  const leads = hits.some((hit) => hit.startsWith(`${pointer}/`))
  const comma = isLast ? '' : ','
  const head = <Head name={name} depth={depth} />
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return (
      <Line isHit={isHit} expected={props.expected}>
        {head}
        <Scalar value={value} />
        {comma}
      </Line>
    )
  const [opening, closing] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const members = Object.entries(value).map(([key, each]) => [key, each as Json] as const)
  const isOpen = leads || isHit || depth === 0 || (hits.length === 0 && depth < 2)
  const inside = (
    <>
      <Members {...props} members={members} isList={Array.isArray(value)} />
      <Line isHit={isHit && !leads}>
        {'  '.repeat(depth)}
        {closing}
        {comma}
      </Line>
    </>
  )
  if (isOpen)
    return (
      <>
        <Line isHit={isHit} expected={props.expected}>
          {head}
          {opening}
        </Line>
        {inside}
      </>
    )
  return (
    <details>
      <summary>
        {head}
        {opening} … {members.length} {closing}
        {comma}
      </summary>
      {inside}
    </details>
  )
}

interface MembersProps extends NodeProps {
  readonly members: readonly (readonly [key: string, value: Json])[]
  readonly isList: boolean
}

function Members({ members, isList, ...props }: MembersProps) {
  const { pointer, hits, depth } = props
  const matters = (key: string) => {
    const below = joinPointer(pointer, key)
    return hits.some((hit) => hit === below || hit.startsWith(`${below}/`))
  }
  const shown = members.filter(([key], at) => at < mostMembers || matters(key))
  const rest = members.filter((member) => !shown.includes(member))
  const node = ([key, value]: readonly [string, Json]) => (
    <Node
      key={key}
      {...props}
      value={value}
      pointer={joinPointer(pointer, key)}
      name={isList ? undefined : key}
      depth={depth + 1}
      isLast={key === members.at(-1)?.[0]}
    />
  )
  return (
    <>
      {shown.map(node)}
      {rest.length > 0 && (
        <details>
          <summary>
            {'  '.repeat(depth + 1)}… {rest.length} more
          </summary>
          {rest.map(node)}
        </details>
      )}
    </>
  )
}

function Head({ name, depth }: { readonly name: string | undefined; readonly depth: number }) {
  return (
    <>
      {'  '.repeat(depth)}
      {name !== undefined && (
        <>
          <span class="k">{printable(JSON.stringify(name))}</span>:{' '}
        </>
      )}
    </>
  )
}

interface LineProps {
  readonly isHit: boolean
  readonly expected?: string | undefined
  readonly children: ComponentChildren
}

function Line({ isHit, expected, children }: LineProps) {
  return (
    <span class={isHit ? 'hit' : ''}>
      {children}
      {isHit && expected !== undefined && <span class="expected"> ← {printable(expected)}</span>}
    </span>
  )
}

/** Maximum length of a displayed scalar. */
const mostCharacters = 300

function Scalar({ value }: { readonly value: Json }) {
  const text = printable(JSON.stringify(value) ?? '')
  const look = typeof value === 'string' ? 's' : typeof value === 'object' ? '' : 'n'
  return (
    <span class={look}>
      {text.length > mostCharacters ? `${text.slice(0, mostCharacters)}… (${text.length} characters)` : text}
    </span>
  )
}
