/** `GET /robots.txt`: everything free may be read; pictures are confidential, and tools are no pages. */
export const robotsText = `User-agent: *
Allow: /
Disallow: /evidence/
Disallow: /v1/probe-url
Disallow: /v1/render-page
Disallow: /v1/verify-page
`
