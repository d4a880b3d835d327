import { Option } from 'commander'

/** `--uses`: where what consumers use is kept. */
export function usesOption(): Option {
  return new Option(
    '--uses <folder>',
    'folder of the files that say what each consumer uses, `usesDir` of the config by default',
  )
}
