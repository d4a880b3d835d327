import { grouped } from '../../../util/text.ts'
import { printable } from '../../labels.ts'

export interface Tile {
  readonly count: number
  readonly name: string
  /** Short explanation of the number. */
  readonly note?: string
  readonly tone?: 'bad' | 'warn' | 'good'
  /** Link to the part of the page with the counted items. */
  readonly href?: string
}

/** Shows numbers that link to the items they count. Omits zeros. */
export function Tiles({ tiles }: { readonly tiles: readonly Tile[] }) {
  const shown = tiles.filter(({ count }) => count > 0)
  if (shown.length === 0) return null
  return (
    <section class="tiles" aria-label="Numbers">
      {shown.map((tile) => {
        const content = (
          <>
            <b>{grouped(tile.count)}</b>
            <i>{tile.name}</i> {tile.note && printable(tile.note)}
          </>
        )
        const look = `tile${tile.tone ? ` ${tile.tone}` : ''}`
        return tile.href === undefined ? (
          <div key={tile.name} class={look}>
            {content}
          </div>
        ) : (
          <a key={tile.name} class={look} href={tile.href}>
            {content}
          </a>
        )
      })}
    </section>
  )
}
