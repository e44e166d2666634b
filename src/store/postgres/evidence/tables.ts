const HOUR_MS = 3_600_000

/** Version 2: the time of the last pass of a janitor, by which it is known that the clock of the server was set back. */
export const evidenceClockSql = `
  CREATE TABLE evidence_clock (id INTEGER PRIMARY KEY CHECK (id = 1), latest_at BIGINT NOT NULL);
  INSERT INTO evidence_clock VALUES (1, 0);
`

/**
 * Screenshots (`image/png`) and the copies of reports behind `report_url` (`application/json`). Both have secret ids,
 * of which only the hash is stored. A partition contains the rows that expire within one hour and is dropped as a
 * whole: expired rows are not deleted one by one, so that a day of screenshots leaves no dead rows to vacuum. A row
 * is complete when it is visible, because its content is written with it.
 *
 * The sizes of each payer and hour are sums over `evidence_totals` and `evidence_changes`. Triggers only append to
 * the second, because concurrent sales would wait for each other if each updated the same row; `fold_evidence` adds
 * it up.
 */
export function evidenceSql(): string {
  return `
    CREATE TABLE evidence (
      id_sha256 TEXT NOT NULL CHECK (length(id_sha256) = 64),
      media_type TEXT NOT NULL,
      job_id TEXT NOT NULL,
      payer TEXT,
      bytes BIGINT NOT NULL CHECK (bytes >= 0),
      sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      content BYTEA NOT NULL,
      PRIMARY KEY (id_sha256, expires_at)
    ) PARTITION BY RANGE (expires_at);
    -- Neither a PNG nor sealed text can be compressed, and pieces of uncompressed content can be read.
    ALTER TABLE evidence ALTER COLUMN content SET STORAGE EXTERNAL;
    CREATE INDEX evidence_of ON evidence (payer, created_at);

    CREATE TABLE evidence_totals (
      hour BIGINT NOT NULL,
      payer TEXT NOT NULL,
      screenshots BIGINT NOT NULL,
      bytes BIGINT NOT NULL,
      PRIMARY KEY (hour, payer)
    );
    CREATE TABLE evidence_changes (
      hour BIGINT NOT NULL,
      payer TEXT NOT NULL,
      screenshots BIGINT NOT NULL,
      bytes BIGINT NOT NULL
    );
    -- An empty payer: of a job that the ledger does not know.
    CREATE VIEW evidence_shares AS
      SELECT payer, sum(screenshots)::bigint AS screenshots, sum(bytes)::bigint AS bytes
      FROM (SELECT * FROM evidence_totals UNION ALL SELECT * FROM evidence_changes) AS parts
      WHERE hour >= (extract(epoch FROM clock_timestamp()) * 1000)::bigint / ${HOUR_MS}
      GROUP BY payer;

    CREATE FUNCTION count_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          INSERT INTO evidence_changes VALUES (NEW.expires_at / ${HOUR_MS}, coalesce(NEW.payer, ''),
            (NEW.media_type = 'image/png')::int, NEW.bytes);
        ELSE
          INSERT INTO evidence_changes VALUES (OLD.expires_at / ${HOUR_MS}, coalesce(OLD.payer, ''),
            -(OLD.media_type = 'image/png')::int, -OLD.bytes);
        END IF;
        RETURN NULL;
      END $$;
    CREATE TRIGGER evidence_counted AFTER INSERT OR DELETE ON evidence
      FOR EACH ROW EXECUTE FUNCTION count_evidence();

    CREATE FUNCTION fold_evidence() RETURNS void LANGUAGE sql AS $$
      WITH changes AS (DELETE FROM evidence_changes RETURNING *)
      INSERT INTO evidence_totals AS own
        SELECT hour, payer, sum(screenshots), sum(bytes) FROM changes GROUP BY hour, payer
        ON CONFLICT (hour, payer) DO UPDATE
          SET screenshots = own.screenshots + EXCLUDED.screenshots, bytes = own.bytes + EXCLUDED.bytes;
    $$;
  `
}
