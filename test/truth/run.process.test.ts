import { expect, test } from 'vitest'
import { runProgram } from '#test/equipment/program/program.ts'

const script = new URL('./run.ts', import.meta.url).pathname

test.each([
  { args: '--tools probe_ur', message: '"probe_ur" is none of probe_url' },
  { args: '--pages no-such-page --faults no-such-fault', message: 'No page' },
])('npm run truth -- $args ends with status 2 and a message', async ({ args, message }) => {
  const { code, stdout, stderr } = await runProgram(process.execPath, [script, ...args.split(' ')])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(message)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})
