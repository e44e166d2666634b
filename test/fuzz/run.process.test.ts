import { expect, test } from 'vitest'
import { runProgram } from '#test/equipment/program/program.ts'

const script = new URL('./run.ts', import.meta.url).pathname

test.each([
  { args: '--minutes x', message: '--minutes must be a number above 0, not "x".' },
  { args: '--times x', message: '--times must be a number above 0, not "x".' },
  { args: '--seed x', message: '--seed must be a whole number of at least 0, not "x".' },
  { args: '--unknown', message: "Unknown option '--unknown'" },
])('npm run fuzz -- $args ends with status 2 and a message', async ({ args, message }) => {
  const { code, stdout, stderr } = await runProgram(process.execPath, [script, ...args.split(' ')])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(message)
})
