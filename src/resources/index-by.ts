export function add<K, T>(index: Map<K, T[]>, key: K, value: T): void {
  const list = index.get(key)
  if (list === undefined) index.set(key, [value])
  else list.push(value)
}
