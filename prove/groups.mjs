// Which operations can drift in one run, so that no drift hides another: those that no test calls together.

/**
 * Groups of operations, by the calls of all tests. With `apart` no file calls two of a group: lost calls end a run when
 * they are many, or many in a row.
 */
export function groupsOf(operations, calls, apart) {
  const groups = []
  const inWay = conflictsIn(calls, apart)
  const isAlone = (operation) => apart && opensBreaker(operation, calls)
  const conflicts = (one, other) => isAlone(one) || isAlone(other) || inWay(one, other)
  for (const operation of operations) {
    const free = groups.find((group) => !group.some((other) => conflicts(operation, other)))
    if (free === undefined) groups.push([operation])
    else free.push(operation)
  }
  return groups
}

/** Whether a file calls the operation so often that after its lost responses nothing is called any more. */
function opensBreaker(operation, calls) {
  const files = drifting(calls).flatMap((call) => (call.operation === operation ? [call.file] : []))
  return files.some((file) => files.filter((other) => other === file).length >= 5)
}

/** Two operations are in each other's way when a test calls both; what a hook calls, each test of its file does. */
function conflictsIn(calls, apart) {
  const tests = new Map()
  for (const { file, operation, test } of drifting(calls)) {
    const key = `${file} ${apart || test === file ? '' : test}`
    tests.set(key, (tests.get(key) ?? new Set()).add(operation))
  }
  for (const { file, operation, test } of drifting(calls)) {
    if (test !== file) continue
    for (const [key, called] of tests) if (key.startsWith(`${file} `)) called.add(operation)
  }
  return (one, other) => [...tests.values()].some((called) => called.has(one) && called.has(other))
}

/** The suite files that call one of the operations, and get a response that can drift. */
export function filesCalling(operations, calls) {
  const own = drifting(calls).filter(({ operation }) => operations.includes(operation))
  return [...new Set(own.map(({ file }) => file))]
}

/** Only successful responses drift. */
function drifting(calls) {
  return calls.filter(({ status }) => status < 300)
}
