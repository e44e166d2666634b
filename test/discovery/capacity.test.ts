import { expect, test } from 'vitest'
import {
  type Costs,
  capacityOn,
  costs,
  databaseLoad,
  databaseServer,
  maxCallsPerSecond,
  maxNodes,
  planFor,
  smallVps,
} from '#discovery/capacity.ts'
import { tools } from '#tools/tool.ts'

/** Costs in round numbers. */
const measured: Costs = {
  ...costs,
  tools: {
    ...costs.tools,
    render_page: { processorMs: 996, memoryMb: 100, targetKb: 900, reportKb: 100 },
  },
  idleMb: 96,
  paymentMs: 4,
  database: {
    processorMs: 2,
    roundTrips: 4,
    commits: 3,
    walKb: 25,
    rowKb: 1,
    connectionsPerNode: 10,
  },
}
const machine = { processors: 2, memoryMb: 4_096, trafficGbPerMonth: 2_592, usdPerMonth: 36.288 }

test('a machine sells what the scarcest of processor, memory and traffic allows', () => {
  const selling = capacityOn(machine, 'render_page', { jobs: 6, measured })
  // Two processors at 70 %, a second of processor time per call; six calls at once for 4 s each; 1 MB per call.
  expect(selling.perSecondByLimit).toEqual({ processor: 1.4, memory: 1.5, traffic: 1 })
  expect(selling).toMatchObject({ bottleneck: 'traffic', callsPerSecond: 1 })
  expect(selling.usdPerThousandCalls).toBeCloseTo(0.014, 6)
})

test('memory allows fewer calls at once than there are slots when it is short', () => {
  const small = { ...machine, memoryMb: 396 }
  const selling = capacityOn(small, 'render_page', { jobs: 6, measured })
  expect(selling).toMatchObject({ bottleneck: 'memory', callsPerSecond: 0.75 })
})

test('a plan has nodes, connections and dollars for its rate', () => {
  const selling = {
    ...capacityOn(machine, 'render_page', { jobs: 6, measured }),
    callsPerSecond: 1.4,
  }
  const plan = planFor(100, selling, measured)
  expect(plan).toMatchObject({ nodes: 72, connections: 720, database: databaseLoad(100, measured) })
  const perProcessor = databaseServer.usdPerMonth / databaseServer.processors
  expect(plan.usdPerMonth).toBe(72 * smallVps.usdPerMonth + perProcessor)
})

test('a database server has load in proportion to the rate', () => {
  expect(databaseLoad(1_000, measured)).toEqual({
    processors: 3,
    commitsPerSecond: 3_000,
    walMbPerSecond: 25,
    rowsGbPerMonth: 2_592,
  })
  expect(maxCallsPerSecond({ ...databaseServer, processors: 8 }, measured)).toBe(2_800)
  expect(maxNodes(200, measured)).toBe(19)
})

test('each tool has a cost, and a small machine sells each', () => {
  for (const tool of tools) {
    expect(capacityOn(smallVps, tool, { jobs: 6 }).callsPerSecond).toBeGreaterThan(0)
  }
})
