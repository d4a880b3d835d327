import { contract } from 'specdrift/suite'

// Last by name: an operation that joins the contract is called from its first day, before it has a suite.
const api = await contract({ api: 'lending' })

api.remaining()
