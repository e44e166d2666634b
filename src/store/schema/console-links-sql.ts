/** One-time links to the operator's console. Of a token there is nothing here but its SHA-256. */
export function consoleLinksSql(): string {
  return `
    CREATE TABLE console_links (
      token_sha256 TEXT PRIMARY KEY CHECK (length(token_sha256) = 64),
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `
}
