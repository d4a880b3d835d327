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

/** Numbers at a glance, each leading to what it counts. */
export function Tiles({ tiles }: { readonly tiles: readonly Tile[] }) {
  return (
    <section class="tiles" aria-label="Numbers">
      {tiles.map((tile) => {
        const content = (
          <>
            <b>{grouped(tile.count)}</b>
            <i>{tile.name}</i> {tile.note && printable(tile.note)}
          </>
        )
        const look = `tile${tile.tone && tile.count > 0 ? ` ${tile.tone}` : ''}`
        return tile.href === undefined || tile.count === 0 ? (
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
