import { examples } from '../shell/options/examples.ts'
import type { Registration } from '../shell/shell.ts'
import { asSnapshotAdd } from './snapshot-add.ts'
import { asSnapshotList } from './snapshot-list.ts'
import { asSnapshotShow } from './snapshot-show.ts'

/** `specdrift snapshot add|list|show`: the stored versions of descriptions. */
const registerSnapshot: Registration = (program, shell) => {
  const snapshot = program
    .command('snapshot')
    .summary('store, list or show versions of a description')
    .description('Keeps the versions of the descriptions of APIs under specs/.')
    .addHelpText(
      'after',
      examples(
        'specdrift snapshot add shop https://api.example.com/openapi.json',
        'specdrift snapshot list shop',
        'specdrift snapshot show shop@latest',
      ),
    )
  // `snapshot <api> [source]` is how `add` was spelled first.
  asSnapshotAdd(snapshot.command('add', { isDefault: true }), shell)
  asSnapshotList(snapshot.command('list'), shell)
  asSnapshotShow(snapshot.command('show'), shell)
  // How `list` was spelled first.
  asSnapshotList(program.command('snapshots', { hidden: true }), shell)
}
export default registerSnapshot
