import { contract } from 'specdrift/suite'

// Sorted last by its name. Calls each new operation of the contract that no other suite calls yet.
const api = await contract({ api: 'lending' })

api.remaining()
