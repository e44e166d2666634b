import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openSampleMetrics } from '#test/equipment/service/sample-metrics.ts'

const read = (name: string) =>
  readFileSync(new URL(`../../config/examples/${name}`, import.meta.url), 'utf8')

/** Metric names in a PromQL expression; the parts of a histogram have the name of the histogram. */
const namesIn = (expression: string) =>
  [...expression.matchAll(/\b(?:urlwitness|nodejs|process)_\w+/g)].map(([name]) =>
    name.replace(/_(?:bucket|sum|count)$/, ''),
  )

async function exported(): Promise<ReadonlyMap<string, string>> {
  const metrics = openSampleMetrics()
  const lines = await metrics.lines()
  metrics.close()
  return new Map(
    lines.flatMap((line) => {
      const [, name, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
      return name === undefined || type === undefined ? [] : [[name, type] as const]
    }),
  )
}

const rules = read('prometheus-rules.yml')
const expressionsOf = (dashboard: string) =>
  JSON.parse(read(dashboard)).panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  )
const expressions = {
  'prometheus-rules.yml': [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, text = '']) => text),
  'grafana-dashboard.json': expressionsOf('grafana-dashboard.json'),
  'cluster/grafana-dashboard.json': expressionsOf('cluster/grafana-dashboard.json'),
}

test.each(Object.entries(expressions))(
  'every metric that %s names exists',
  async (_file, found: string[]) => {
    const known = await exported()
    expect(found.length).toBeGreaterThan(8)
    for (const expression of found) {
      for (const name of namesIn(expression)) expect([...known.keys()]).toContain(name)
      // The rate of a gauge, or a quantile of anything but a histogram, would be an empty graph.
      for (const [, name = ''] of expression.matchAll(/\b(?:rate|increase)\((\w+)/g)) {
        const base = name.replace(/_bucket$/, '')
        expect([name, known.get(base)]).toEqual([name, name === base ? 'counter' : 'histogram'])
      }
    }
  },
)

test('every alert of the rules has an expression, a severity and a summary', () => {
  const alerts = rules.split(/^ +- alert: /m).slice(1)
  expect(alerts).toHaveLength(expressions['prometheus-rules.yml'].length)
  for (const alert of alerts) {
    expect(alert).toMatch(/^\w+\n +expr: .+\n(?: +for: \d+m\n)? +labels: \{ severity: \w+ \}\n/)
    expect(alert).toMatch(/\n +summary: \S/)
  }
})
