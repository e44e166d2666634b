/** `GET /robots.txt`: free documents may be crawled; screenshots are confidential, and tools are not pages. */
export const robotsText = `User-agent: *
Allow: /
Disallow: /evidence/
Disallow: /v1/probe-url
Disallow: /v1/render-page
Disallow: /v1/verify-page
`

/** A seal with a tick, in the green of a PASS; legible on light and dark. */
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="#17693a"/><path d="M9 16.5l5 5 9.5-11" fill="none" stroke="#fff" stroke-width="3.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`
