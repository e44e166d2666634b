/** Tables for the changes that an operator makes, and for data that is recorded for the operator. */
export function operatorSql(): string {
  return `
    CREATE TABLE operator_overrides (
      tool TEXT PRIMARY KEY CHECK (tool IN ('probe_url', 'render_page', 'verify_page')),
      paused_at BIGINT,
      price_atomic NUMERIC(78) CHECK (price_atomic > 0),
      changed_at BIGINT NOT NULL
    );
    CREATE TABLE console_links (
      token_sha256 TEXT PRIMARY KEY CHECK (length(token_sha256) = 64),
      expires_at BIGINT NOT NULL
    );
    CREATE TABLE instances (
      id TEXT PRIMARY KEY,
      node TEXT NOT NULL,
      pid INTEGER NOT NULL,
      version TEXT NOT NULL,
      mode TEXT NOT NULL,
      base_url TEXT NOT NULL,
      listening TEXT NOT NULL,
      admin TEXT,
      started_at BIGINT NOT NULL
    );
    CREATE TABLE announced_alerts (
      node TEXT NOT NULL,
      name TEXT NOT NULL,
      since BIGINT NOT NULL,
      PRIMARY KEY (node, name)
    );
    CREATE TABLE public_keys (
      kid TEXT PRIMARY KEY,
      x TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      published_until BIGINT NOT NULL
    );
  `
}
