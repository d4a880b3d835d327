// Groups operations that can drift in the same run: no test calls two of them, so no drift can hide another.

/**
 * Returns groups of operations, given the calls of all tests. With `apart`, no file calls two operations of a group,
 * because a run stops after too many lost responses in total or in a row.
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

/** Whether a file calls the operation so often that its lost responses stop the run. */
function opensBreaker(operation, calls) {
  const files = drifting(calls).flatMap((call) => (call.operation === operation ? [call.file] : []))
  return files.some((file) => files.filter((other) => other === file).length >= 5)
}

/** Two operations conflict if a test calls both. Every test of a file includes the calls of its hooks. */
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

/** Returns the suite files that call one of the operations and get a response that can drift. */
export function filesCalling(operations, calls) {
  const own = drifting(calls).filter(({ operation }) => operations.includes(operation))
  return [...new Set(own.map(({ file }) => file))]
}

/** Only successful responses drift. */
function drifting(calls) {
  return calls.filter(({ status }) => status < 300)
}
