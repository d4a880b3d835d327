import { Option } from 'commander'

/** Option `--uses`. */
export function usesOption(): Option {
  return new Option(
    '--uses <folder>',
    'folder of the files that say what each consumer uses, `usesDir` of the config by default',
  )
}
