import type { UnionEvidence } from '../../../model/finding.ts'
import { printable } from '../../labels.ts'
import { branchErrors, branchName, unionHead } from '../../unions.ts'
import { Pane } from './pane.tsx'

/** Shows the branches of a union, the nearest first, with their validation errors. */
export function Unions({ unions }: { readonly unions: readonly UnionEvidence[] }) {
  return (
    <>
      {unions.map((union, at) => {
        const { instanceLocation, schemaLocation, branches, more = 0 } = union
        const fits = branches.every(({ errors }) => errors.length === 0)
        return (
          <Pane
            key={`${schemaLocation} ${at}`}
            title={printable(`${instanceLocation || 'The body'} ${unionHead(union)}`)}
            note={<code>{printable(`#${schemaLocation}`)}</code>}
          >
            {!fits && (
              <table class="branches">
                <thead>
                  <tr>
                    <th scope="col">branch</th>
                    <th scope="col">why it does not match</th>
                  </tr>
                </thead>
                <tbody>
                  {branches.map((branch, index) => (
                    <tr key={`${branch.schemaLocation} ${index}`} class={index === 0 ? 'nearest' : ''}>
                      <th scope="row">
                        <code>{printable(branchName(branch))}</code> {index === 0 && <span class="tag">nearest</span>}
                      </th>
                      <td>{printable(branchErrors(branch))}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            {more > 0 && <p class="wrap soft small">and {more} more</p>}
          </Pane>
        )
      })}
    </>
  )
}
