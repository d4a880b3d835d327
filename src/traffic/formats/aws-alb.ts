import { defineLogFormat, requestIn } from '../reading/log-line.ts'

export default defineLogFormat({
  id: 'aws-alb',
  title: 'Access logs of AWS Application Load Balancers',
  unknown: 'bodies and headers',
  line(text) {
    if (!/^(?:https?|h2|grpcs|wss?) \S+ app\//.test(text))
      throw new Error('it is no line of an application load balancer')
    // A quote that isn't closed extends to the end: trying the next quotes would take quadratic time.
    const fields = [...text.matchAll(/"((?:[^"\\]|\\.)*)"|[^\s"]+|".*/g)].map(([whole, quoted]) => quoted ?? whole)
    const times = fields.slice(5, 8).map(Number)
    const location = fields[23]
    return {
      ...requestIn(fields[12]),
      // Time of the request.
      time: /^\d/.test(fields[21] ?? '') ? fields[21] : fields[1],
      // -1 means that it was not forwarded.
      milliseconds: times.every((each) => each >= 0) ? times.reduce((sum, each) => sum + each * 1000, 0) : undefined,
      status: Number(fields[8]),
      some: { location: location === '-' ? undefined : location },
    }
  },
})
