import { describe, expect, test } from 'vitest'
import { type ChallengeMarks, challengeIn } from '#gather/http/challenge.ts'

const marks = (over: Partial<ChallengeMarks>): ChallengeMarks => ({
  status: 200,
  fields: [],
  cookieNames: [],
  text: '',
  ...over,
})

describe('challengeIn', () => {
  test.each<[string, Partial<ChallengeMarks>, string, boolean]>([
    ['Cloudflare', { status: 403, fields: [['cf-mitigated', 'challenge']] }, 'cloudflare', true],
    ['Cloudflare', { status: 503, fields: [['cf-mitigated', 'challenge']] }, 'cloudflare', true],
    [
      'AWS WAF (challenge)',
      { status: 202, fields: [['x-amzn-waf-action', 'challenge']] },
      'aws-waf-challenge',
      true,
    ],
    [
      'AWS WAF (captcha)',
      { status: 405, fields: [['x-amzn-waf-action', 'captcha']] },
      'aws-waf-captcha',
      true,
    ],
    ['Vercel', { status: 403, fields: [['x-vercel-mitigated', 'deny']] }, 'vercel', true],
    ['Vercel', { status: 429, fields: [['x-vercel-mitigated', 'challenge']] }, 'vercel', true],
    ['status 999', { status: 999 }, 'linkedin-999', true],
    ['DataDome', { status: 403, fields: [['x-datadome', 'protected']] }, 'datadome', false],
    [
      'Imperva',
      { status: 403, fields: [['x-iinfo', '1-2']], text: '<script src="/_Incapsula_Resource?x">' },
      'imperva',
      true,
    ],
    [
      'PerimeterX',
      { status: 403, cookieNames: ['_pxhd'], text: '<div id="px-captcha">' },
      'perimeterx',
      false,
    ],
  ])('recognises %s', (_who, over, id, verified) => {
    expect(challengeIn(marks(over))).toEqual({ id, verified })
  })

  test.each<[string, Partial<ChallengeMarks>]>([
    ['a marker on a 200', { status: 200, fields: [['cf-mitigated', 'challenge']] }],
    ['another value', { status: 403, fields: [['cf-mitigated', 'challenges']] }],
    ['a marker inside a value', { status: 403, fields: [['cf-mitigated', 'no challenge']] }],
    ['a captcha on a 202', { status: 202, fields: [['x-amzn-waf-action', 'captcha']] }],
    ['a challenge on a 405', { status: 405, fields: [['x-amzn-waf-action', 'challenge']] }],
    ['Vercel on a 404', { status: 404, fields: [['x-vercel-mitigated', 'deny']] }],
    ['DataDome on a 200', { status: 200, fields: [['x-datadome', 'protected']] }],
    ['DataDome on a 500', { status: 500, fields: [['x-datadome', 'protected']] }],
    ['Imperva without its page', { status: 403, fields: [['x-iinfo', '1-2']] }],
    ['Imperva on a 200', { status: 200, fields: [['x-iinfo', '1']], text: '_Incapsula_Resource' }],
    ['PerimeterX without its page', { status: 403, cookieNames: ['_pxhd'] }],
    ['PerimeterX without its cookie', { status: 403, text: 'px-captcha' }],
    ['status 998', { status: 998 }],
    // negative_cases of the signature list
    [
      'vendors in a CSP',
      {
        status: 200,
        fields: [
          [
            'content-security-policy',
            'script-src https://www.google.com/recaptcha/ https://cdnjs.cloudflare.com/',
          ],
        ],
      },
    ],
    ['an API that says 403', { status: 403, text: '{"error":{"message":"Forbidden"}}' }],
    [
      'Cloudflare as a CDN',
      {
        status: 200,
        fields: [
          ['server', 'cloudflare'],
          ['cf-ray', 'x'],
        ],
      },
    ],
  ])('finds no challenge in %s', (_what, over) => {
    expect(challengeIn(marks(over))).toBeNull()
  })
})
