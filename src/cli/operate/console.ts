import { type CliContext, settingsOf, VerbError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { jsonText } from '#cli/output/terminal.ts'
import { timeOf } from '#runtime/time-text.ts'
import { createConsoleLink, openOperatorStore } from '#service/operator-store.ts'
import { notRunningLines, readStatus } from './local-status.ts'

/** `urlwitness console`: prints a link that opens the console of a running service once. Throws the Faults of `store/`. */
export async function consoleLink(
  { json }: { readonly json: boolean },
  context: CliContext,
): Promise<number> {
  const { out, err } = context.terminal
  const settings = settingsOf(context)
  const facts = await readStatus(context)
  const { isHeld, ledger, running } = facts
  if (!isHeld || ledger === null) {
    throw new VerbError(notRunningLines(facts).join('\n'), { exit: 'issue' })
  }
  const admin = running.find((instance) => instance.status !== null)?.admin ?? null
  if (admin === null) {
    throw new VerbError(
      'The service does not respond on admin_listen: it hangs, or another program has that port. Run `urlwitness status` for details.',
    )
  }
  await using operator = await openOperatorStore(settings, context.clock)
  const { url, expiresAt } = await createConsoleLink(operator.links, { admin, runtime: context })
  if (json) out.write(`${jsonText({ url, expires_at: timeOf(expiresAt) })}\n`)
  else {
    out.write(`${url}\n`)
    err.write('It opens the console once, within ten minutes.\n')
  }
  return exitCode.pass
}
