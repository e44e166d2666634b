import { openRelay, type Place } from './relay.ts'

// A relay in a network namespace. argv: JSON of both places. It ends with its parent.
const [from, to]: [Place, Place] = JSON.parse(process.argv[2] ?? '')
await openRelay(from, to)
process.send?.('listening')
process.once('disconnect', () => process.exit())
