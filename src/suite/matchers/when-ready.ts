export function whenReady<T, R>(value: T | Promise<T>, use: (ready: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(use) : use(value)
}
