import { Option } from 'commander'

export function usesOption(): Option {
  return new Option('--uses <folder>', 'folder of the usage files of consumers; defaults to `usesDir` in the config')
}
