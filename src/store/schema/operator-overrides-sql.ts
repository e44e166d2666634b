/**
 * What the operator says of a tool beside the settings. A row of its own per tool, so that a price does not undo a pause
 * that another terminal makes at the same moment; a row without either goes.
 */
export function operatorOverridesSql(): string {
  return `
    CREATE TABLE operator_overrides (
      tool TEXT PRIMARY KEY CHECK (tool IN ('probe_url', 'render_page', 'verify_page')),
      paused_at INTEGER,
      price_atomic TEXT CHECK (price_atomic GLOB '[1-9]*' AND NOT price_atomic GLOB '*[^0-9]*'),
      changed_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `
}
