import { type Tool, tools } from '#tools/tool.ts'
import { typicalCalls } from './numbers.ts'

/** The resources that one call of a tool takes, without its payment. */
export interface ToolCost {
  readonly processorMs: number
  /** Memory while the call runs, beyond that of an idle service. */
  readonly memoryMb: number
  readonly targetKb: number
  readonly reportKb: number
}

/** What calls cost, as measured by `npm run bench -- machine` and `npm run bench -- scale`. */
export interface Costs {
  readonly measuredOn: string
  readonly machine: string
  readonly tools: Readonly<Record<Tool, ToolCost>>
  /** Memory of a service with a warm browser and no call. */
  readonly idleMb: number
  /** Processor time of the service for each payment. */
  readonly paymentMs: number
  /** The work of PostgreSQL for each paid call. */
  readonly database: {
    readonly processorMs: number
    readonly roundTrips: number
    readonly commits: number
    readonly walKb: number
    /** Size of the rows that are kept for good, with indexes and log. */
    readonly rowKb: number
    readonly connectionsPerNode: number
  }
  /** A large ledger. `waitRatio`: how many times longer a call waits for it than for one of 10,000 rows. */
  readonly largeLedger: { readonly rows: number; readonly gb: number; readonly waitRatio: number }
}

/**
 * Measured with 25 real pages of npm packages, six calls at a time, on an otherwise idle machine; `idleMb`, payment and database
 * on 2026-11-22, with one service on its own PostgreSQL. The benchmarks print the numbers; they are copied here with their date
 * and machine. `rowKb` is that of 20 million settled calls, which take 25.1 GB.
 */
export const costs: Costs = {
  measuredOn: '2026-11-27',
  machine: 'two virtual processors of an AMD EPYC',
  tools: {
    probe_url: { processorMs: 17, memoryMb: 2, targetKb: 25, reportKb: 9 },
    render_page: { processorMs: 830, memoryMb: 105, targetKb: 710, reportKb: 14 },
    verify_page: { processorMs: 940, memoryMb: 100, targetKb: 710, reportKb: 22 },
  },
  idleMb: 390,
  paymentMs: 3.4,
  database: {
    processorMs: 2.4,
    roundTrips: 4,
    commits: 3,
    walKb: 26.5,
    rowKb: 1.3,
    connectionsPerNode: 10,
  },
  largeLedger: { rows: 20_000_000, gb: 25.1, waitRatio: 1.09 },
}

/** A rented machine. */
export interface RentedMachine {
  readonly processors: number
  readonly memoryMb: number
  readonly trafficGbPerMonth: number
  readonly usdPerMonth: number
}

/** What small machines cost at several providers; an assumption, not a measurement. */
export const smallVps: RentedMachine = {
  processors: 2,
  memoryMb: 4_096,
  trafficGbPerMonth: 4_000,
  usdPerMonth: 10,
}
export const databaseServer: RentedMachine = {
  processors: 8,
  memoryMb: 32_768,
  trafficGbPerMonth: 20_000,
  usdPerMonth: 150,
}

/** Share of the processors that is planned for calls: above it, calls wait for each other and come close to their deadline. */
export const TARGET_UTILIZATION = 0.7
const SECONDS_PER_MONTH = 30 * 86_400
const KB_PER_GB = 1_000_000

export type Limit = 'processor' | 'memory' | 'traffic'

/** The number of calls of one tool that a machine sells, and the resource that limits it. */
export interface ToolCapacity {
  readonly tool: Tool
  /** Calls per second that each resource allows. */
  readonly perSecondByLimit: Readonly<Record<Limit, number>>
  readonly bottleneck: Limit
  readonly callsPerSecond: number
  /** Cost of the machine if it sells that many calls. */
  readonly usdPerThousandCalls: number
}

/** `jobs`: how many calls of the tool may run at once (`limits.browser_jobs`; for probe_url `limits.admitted_jobs`). */
export function capacityOn(
  machine: RentedMachine,
  tool: Tool,
  { jobs, measured = costs }: { readonly jobs: number; readonly measured?: Costs },
): ToolCapacity {
  const { processorMs, memoryMb, targetKb, reportKb } = measured.tools[tool]
  const concurrentJobs = Math.min(jobs, Math.floor((machine.memoryMb - measured.idleMb) / memoryMb))
  const kbPerCall = targetKb + reportKb
  const perSecondByLimit = {
    processor:
      (machine.processors * TARGET_UTILIZATION * 1000) / (processorMs + measured.paymentMs),
    memory: concurrentJobs / typicalCalls[tool].duration_s,
    traffic: (machine.trafficGbPerMonth * KB_PER_GB) / kbPerCall / SECONDS_PER_MONTH,
  }
  const limits = ['processor', 'memory', 'traffic'] as const
  const bottleneck = limits.reduce((lowest, limit) =>
    perSecondByLimit[limit] < perSecondByLimit[lowest] ? limit : lowest,
  )
  const callsPerSecond = perSecondByLimit[bottleneck]
  const usdPerThousandCalls = (machine.usdPerMonth * 1000) / (callsPerSecond * SECONDS_PER_MONTH)
  return {
    tool,
    perSecondByLimit,
    bottleneck,
    callsPerSecond,
    usdPerThousandCalls,
  }
}

/** The load of PostgreSQL at a rate of sold calls of any tool. */
export interface DatabaseLoad {
  readonly processors: number
  readonly commitsPerSecond: number
  readonly walMbPerSecond: number
  readonly rowsGbPerMonth: number
}

/** The load that this rate of sold calls puts on the PostgreSQL server of all nodes. */
export function databaseLoad(callsPerSecond: number, { database }: Costs = costs): DatabaseLoad {
  return {
    processors: Math.ceil((callsPerSecond * database.processorMs) / 1000 / TARGET_UTILIZATION),
    commitsPerSecond: callsPerSecond * database.commits,
    walMbPerSecond: (callsPerSecond * database.walKb) / 1000,
    rowsGbPerMonth: (callsPerSecond * database.rowKb * SECONDS_PER_MONTH) / KB_PER_GB,
  }
}

/** The machines that a rate of sold calls needs, on one PostgreSQL. */
export interface Plan {
  readonly callsPerSecond: number
  readonly nodes: number
  readonly connections: number
  readonly database: DatabaseLoad
  readonly usdPerMonth: number
  readonly usdPerThousandCalls: number
}

/** The cost of the database is in proportion to the processors that it needs. */
export function planFor(
  callsPerSecond: number,
  capacity: ToolCapacity,
  measured: Costs = costs,
): Plan {
  const nodes = Math.ceil(callsPerSecond / capacity.callsPerSecond)
  const database = databaseLoad(callsPerSecond, measured)
  const usdPerProcessor = databaseServer.usdPerMonth / databaseServer.processors
  const usdPerMonth = nodes * smallVps.usdPerMonth + database.processors * usdPerProcessor
  return {
    callsPerSecond,
    nodes,
    connections: nodes * measured.database.connectionsPerNode,
    database,
    usdPerMonth,
    usdPerThousandCalls: (usdPerMonth * 1000) / (callsPerSecond * SECONDS_PER_MONTH),
  }
}

/** Calls per second that the processors of a database server can process. */
export function maxCallsPerSecond(
  { processors }: RentedMachine,
  { database }: Costs = costs,
): number {
  return (processors * TARGET_UTILIZATION * 1000) / database.processorMs
}

/** How many nodes share the connections of one server. */
export function maxNodes(maxConnections: number, { database }: Costs = costs): number {
  // Ten are left for the operator.
  return Math.floor((maxConnections - 10) / database.connectionsPerNode)
}

/** The capacity of the small server for each tool. `jobsOf`: the number of jobs that it runs at a time. */
export function capacityOfEachTool(jobsOf: (tool: Tool) => number): readonly ToolCapacity[] {
  return tools.map((tool) => capacityOn(smallVps, tool, { jobs: jobsOf(tool) }))
}
