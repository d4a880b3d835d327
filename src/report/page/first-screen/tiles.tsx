import { grouped } from '../../../util/text.ts'
import { printable } from '../../labels.ts'

/** A number with what it counts. */
export interface Tile {
  readonly count: number
  readonly name: string
  /** More about it, in a few words. */
  readonly note?: string
  /** Colours the number unless it is 0. */
  readonly tone?: 'bad' | 'warn' | 'good'
  /** The part or state of the page that shows what is counted. */
  readonly href?: string
}

/** Numbers at a glance, each leading to what it counts; without those that are 0. */
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
