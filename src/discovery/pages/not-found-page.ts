import { durationText, timesOf } from '#discovery/numbers.ts'
import { documentPaths, type ServiceFacts } from '#discovery/service-facts.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { page } from './page.ts'

/** The kind of resource that a person requested. */
export type MissingResource = 'report' | 'screenshot' | 'page'

/** The 404 page for people. Unknown, malformed and expired ids get the same page, which repeats no part of the URL. */
export function notFoundPage(facts: ServiceFacts, resource: MissingResource): string {
  const [heading, content] = headingAndContent(facts, resource)
  return page(facts, {
    path: documentPaths.home,
    title: heading,
    description: `${facts.service}: ${heading.toLowerCase()}.`,
    content: html`<main id="main"><h1>${heading}</h1>
${content}
<p><a href="${documentPaths.home}">${facts.service}</a> · <a href="${documentPaths.docs}">Documentation</a></p></main>`,
  })
}

function headingAndContent(
  facts: ServiceFacts,
  resource: MissingResource,
): readonly [string, Markup] {
  if (resource === 'page') {
    return [
      'Page not found',
      html`<p class="lead">The address may contain a typing error, or belong to an earlier version of this site.</p>`,
    ]
  }
  const retentionText = durationText(timesOf(facts).screenshot_kept_s)
  return [
    `This ${resource} is no longer available`,
    html`<p class="lead">Reports and screenshots are deleted ${retentionText} after the check, and earlier if space is short. This one has expired, or its address is incomplete.</p>
<p>${
      resource === 'report'
        ? html`If you saved the JSON, <code>urlwitness report report.json --html report.html</code> recreates the page, and <code>urlwitness verify-report report.json</code> shows what it proves.`
        : 'The report contains the SHA-256 of the screenshot, so you can still compare a saved copy with it.'
    } To see the current state of the site, request a new check.</p>`,
  ]
}
