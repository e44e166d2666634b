import { describe, expect, test } from 'vitest'
import { Fault } from '#fault.ts'
import { DEADLINE_PASSED, deadlineAfter } from '#runtime/deadline.ts'
import { steppedClock } from '#test/equipment/service/stepped-clock.ts'

describe('a deadline', () => {
  test('aborts with a Fault when its time is over, and is expired', () => {
    const { clock, advance } = steppedClock()
    const deadline = deadlineAfter(clock, 100)
    advance(99)
    expect([deadline.signal.aborted, deadline.remainingMs(), deadline.expired()]).toEqual([
      false,
      1,
      false,
    ])
    advance(1)
    expect([deadline.signal.aborted, deadline.remainingMs(), deadline.expired()]).toEqual([
      true,
      0,
      true,
    ])
    expect(deadline.signal.reason).toMatchObject({ code: DEADLINE_PASSED })
  })

  test('gives children that end no later than itself', () => {
    const { clock, advance } = steppedClock()
    const deadline = deadlineAfter(clock, 100)
    const short = deadline.within(10)
    advance(10)
    expect([short.expired(), deadline.expired()]).toEqual([true, false])
    const long = deadline.within(1_000)
    expect(long.remainingMs()).toBe(90)
    advance(90)
    expect([long.expired(), long.signal.aborted]).toEqual([true, true])
  })

  test("ends before a child that was cut to it, so that the parent's end is not taken for the child's timeout", () => {
    const { clock, advance } = steppedClock()
    const deadline = deadlineAfter(clock, 100)
    const child = deadline.within(100)
    const order: string[] = []
    deadline.signal.addEventListener('abort', () => order.push('whole'))
    child.signal.addEventListener('abort', () =>
      order.push(`child, whole aborted: ${deadline.signal.aborted}`),
    )
    advance(100)
    expect(order.at(-1)).toMatch(/whole/)
    expect(order).toContain('child, whole aborted: true')
  })

  test('that is cancelled has not expired, and neither have its children', () => {
    const { clock } = steppedClock()
    const deadline = deadlineAfter(clock, 100)
    const child = deadline.within(50)
    deadline.cancel(new Fault('probe_ended', 'The client went away.'))
    expect([deadline.expired(), child.expired(), child.signal.aborted]).toEqual([
      false,
      false,
      true,
    ])
    expect(child.signal.reason).toMatchObject({ code: 'probe_ended' })
  })

  test('ends with the signal of its caller', () => {
    const { clock } = steppedClock()
    const caller = new AbortController()
    const deadline = deadlineAfter(clock, 100, caller.signal)
    caller.abort(new Fault('probe_ended', 'The client went away.'))
    expect([deadline.signal.aborted, deadline.remainingMs(), deadline.expired()]).toEqual([
      true,
      0,
      false,
    ])
  })

  test('leaves no timer behind once it and its children are closed', () => {
    const { clock, armed } = steppedClock()
    const deadline = deadlineAfter(clock, 100)
    const child = deadline.within(10)
    child.close()
    deadline.close()
    expect(armed()).toBe(0)
  })

  test('races work: whichever comes first wins', async () => {
    const { clock, advance } = steppedClock()
    const deadline = deadlineAfter(clock, 100)
    await expect(deadline.race(Promise.resolve(7))).resolves.toBe(7)
    const lost = deadline.race(new Promise(() => {}))
    advance(100)
    await expect(lost).rejects.toMatchObject({ code: DEADLINE_PASSED })
  })
})
