import { archiveSql } from './archive.ts'
import { dailyTotalsSql } from './daily-totals.ts'

/** Every table, index and trigger of version 1. */
export function tablesSql(): string {
  return [
    ledgerSql,
    dailyTotalsSql,
    archiveSql,
    screenshotsSql,
    overridesSql,
    instancesSql,
    consoleLinksSql,
    announcedAlertsSql,
    restoresSql,
  ]
    .map((sql) => sql())
    .join('\n')
}

/**
 * `amount_atomic` and `valid_before` are text, because a uint256 does not fit SQLite's 64-bit integer. Triggers write
 * the transition log and the counts, so that no statement can change a state without a log line. The request that is
 * needed to search for an unknown outcome takes a few kilobytes. It is in a separate table, and a trigger deletes it
 * once the outcome is known. The target of a check and its result are in a separate table too, because they are
 * deleted after some days.
 */
function ledgerSql(): string {
  return `
    CREATE TABLE authorizations (
      id INTEGER PRIMARY KEY,
      network TEXT NOT NULL CHECK (network = lower(network)),
      asset TEXT NOT NULL CHECK (asset = lower(asset)),
      payer TEXT NOT NULL CHECK (payer = lower(payer)),
      nonce TEXT NOT NULL CHECK (nonce = lower(nonce)),
      job_id TEXT NOT NULL UNIQUE,
      tool TEXT NOT NULL,
      amount_atomic TEXT NOT NULL,
      pay_to TEXT NOT NULL,
      signature_sha256 TEXT NOT NULL,
      body_sha256 TEXT NOT NULL,
      valid_before TEXT NOT NULL,
      state TEXT NOT NULL
        CHECK (state IN ('running', 'failed', 'settling', 'settled', 'refused', 'unknown')),
      reserved_at INTEGER NOT NULL,
      changed_at INTEGER NOT NULL,
      reason TEXT,
      transaction_hash TEXT,
      receipt TEXT,
      payment_id TEXT,
      delivered_at INTEGER,
      UNIQUE (network, asset, payer, nonce)
    ) STRICT;
    CREATE UNIQUE INDEX authorizations_by_payment_id ON authorizations (payer, payment_id)
      WHERE payment_id IS NOT NULL;
    CREATE INDEX authorizations_open ON authorizations (state, changed_at)
      WHERE state IN ('running', 'settling', 'unknown');
    CREATE INDEX authorizations_open_of ON authorizations (payer)
      WHERE state IN ('running', 'settling', 'unknown');
    CREATE INDEX authorizations_refused_of ON authorizations (payer, changed_at)
      WHERE state = 'refused';
    CREATE INDEX authorizations_gone_of ON authorizations (payer, changed_at)
      WHERE state = 'failed' AND reason = 'client_gone';
    CREATE INDEX authorizations_settled_of ON authorizations (payer) WHERE state = 'settled';
    CREATE INDEX authorizations_by_time ON authorizations (reserved_at, tool);
    CREATE INDEX authorizations_lost ON authorizations (state, reserved_at)
      WHERE state IN ('failed', 'refused');

    CREATE TABLE transitions (
      id INTEGER PRIMARY KEY,
      authorization_id INTEGER NOT NULL REFERENCES authorizations (id) ON DELETE CASCADE,
      from_state TEXT,
      to_state TEXT NOT NULL,
      at INTEGER NOT NULL,
      reason TEXT
    ) STRICT;
    CREATE INDEX transitions_of ON transitions (authorization_id);
    CREATE TRIGGER transitions_never_change BEFORE UPDATE ON transitions
      BEGIN SELECT RAISE(ABORT, 'the transition log is append-only'); END;
    CREATE TRIGGER transitions_never_go BEFORE DELETE ON transitions
      WHEN EXISTS (SELECT 1 FROM authorizations WHERE id = OLD.authorization_id)
      BEGIN SELECT RAISE(ABORT, 'the transition log is append-only'); END;

    CREATE TABLE state_counts (state TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO state_counts VALUES
      ('running', 0), ('failed', 0), ('settling', 0), ('settled', 0), ('refused', 0), ('unknown', 0);

    CREATE TRIGGER authorizations_begin AFTER INSERT ON authorizations
      BEGIN
        INSERT INTO transitions (authorization_id, from_state, to_state, at, reason)
          VALUES (NEW.id, NULL, NEW.state, NEW.changed_at, NEW.reason);
        UPDATE state_counts SET count = count + 1 WHERE state = NEW.state;
      END;
    CREATE TRIGGER authorizations_move AFTER UPDATE OF state ON authorizations
      BEGIN
        INSERT INTO transitions (authorization_id, from_state, to_state, at, reason)
          VALUES (NEW.id, OLD.state, NEW.state, NEW.changed_at, NEW.reason);
        UPDATE state_counts SET count = count - 1 WHERE state = OLD.state;
        UPDATE state_counts SET count = count + 1 WHERE state = NEW.state;
      END;

    CREATE TABLE reports (
      authorization_id INTEGER PRIMARY KEY REFERENCES authorizations (id),
      stored_at INTEGER NOT NULL,
      body TEXT NOT NULL,
      misses INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX reports_by_age ON reports (stored_at);

    CREATE TABLE job_results (
      authorization_id INTEGER PRIMARY KEY REFERENCES authorizations (id) ON DELETE CASCADE,
      at INTEGER NOT NULL,
      host TEXT NOT NULL,
      verdict TEXT CHECK (verdict IN ('PASS', 'ISSUE', 'REVIEW')),
      findings TEXT NOT NULL DEFAULT '[]',
      duration_ms INTEGER
    ) STRICT;
    CREATE INDEX job_results_by_age ON job_results (at);
    CREATE INDEX job_results_by_host ON job_results (host);

    CREATE TABLE write_checks (id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER NOT NULL) STRICT;
    INSERT INTO write_checks VALUES (1, 0);

    CREATE TABLE outcome_searches (
      authorization_id INTEGER PRIMARY KEY REFERENCES authorizations (id),
      request TEXT NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      last_tried_at INTEGER,
      last_detail TEXT,
      next_at INTEGER NOT NULL DEFAULT 0,
      leased_until INTEGER
    ) STRICT;
    CREATE TRIGGER authorizations_end AFTER UPDATE OF state ON authorizations
      WHEN NEW.state IN ('failed', 'settled', 'refused')
      BEGIN DELETE FROM outcome_searches WHERE authorization_id = NEW.id; END;
  `
}

/** Version 2: the time of the last round of a janitor with evidence, by which it is known that the clock was set back. */
export const evidenceClockSql = `
  CREATE TABLE evidence_clock (id INTEGER PRIMARY KEY CHECK (id = 1), latest_at INTEGER NOT NULL) STRICT;
  INSERT INTO evidence_clock VALUES (1, 0);
`

/**
 * A row is written before its file: it reserves quota for all processes and marks the file name as used. `stored`
 * becomes 1 when the file is complete; the id is disclosed only after that, and only its SHA-256 is stored here.
 * Triggers keep the totals, so that checking the quota is one lookup for any number of screenshots.
 *
 * The copy of a report behind its `report_url` has a row here too (`application/json`), and so has the lifetime, the
 * quota and the shares of a screenshot. It has no file: its text, sealed with the id, is in `report_copies`, which is
 * written in the same transaction as the settlement.
 */
function screenshotsSql(): string {
  return `
    CREATE TABLE screenshots (
      id_sha256 TEXT PRIMARY KEY CHECK (length(id_sha256) = 64),
      job_id TEXT NOT NULL,
      bytes INTEGER NOT NULL CHECK (bytes >= 0),
      sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
      media_type TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      stored INTEGER NOT NULL DEFAULT 0 CHECK (stored IN (0, 1)),
      payer TEXT CHECK (payer = lower(payer))
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX screenshots_by_expiry ON screenshots (expires_at);
    CREATE INDEX screenshots_by_age ON screenshots (created_at);
    CREATE INDEX screenshots_begun ON screenshots (created_at) WHERE stored = 0;
    CREATE INDEX screenshots_of ON screenshots (payer, created_at) WHERE stored = 1;
    CREATE TABLE report_copies (id_sha256 TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;

    CREATE TABLE screenshot_totals (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      count INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      paid_bytes INTEGER NOT NULL
    ) STRICT;
    INSERT INTO screenshot_totals VALUES (1, 0, 0, 0);
    CREATE TABLE screenshot_payers (
      payer TEXT PRIMARY KEY,
      count INTEGER NOT NULL,
      bytes INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX screenshot_payers_by_bytes ON screenshot_payers (bytes, payer);
    CREATE TRIGGER screenshots_come AFTER INSERT ON screenshots
      BEGIN
        UPDATE screenshot_totals SET count = count + (NEW.media_type = 'image/png'), bytes = bytes + NEW.bytes,
          paid_bytes = paid_bytes + iif(NEW.payer IS NULL, 0, NEW.bytes);
        INSERT INTO screenshot_payers SELECT NEW.payer, 1, NEW.bytes WHERE NEW.payer IS NOT NULL
          ON CONFLICT (payer) DO UPDATE SET count = count + 1, bytes = bytes + NEW.bytes;
      END;
    CREATE TRIGGER screenshots_go AFTER DELETE ON screenshots
      BEGIN
        DELETE FROM report_copies WHERE id_sha256 = OLD.id_sha256;
        UPDATE screenshot_totals SET count = count - (OLD.media_type = 'image/png'), bytes = bytes - OLD.bytes,
          paid_bytes = paid_bytes - iif(OLD.payer IS NULL, 0, OLD.bytes);
        UPDATE screenshot_payers SET count = count - 1, bytes = bytes - OLD.bytes
          WHERE payer = OLD.payer;
        DELETE FROM screenshot_payers WHERE payer = OLD.payer AND count = 0;
      END;
    CREATE TRIGGER screenshots_never_grow BEFORE UPDATE OF id_sha256, bytes, payer ON screenshots
      BEGIN SELECT RAISE(ABORT, 'a screenshot is never changed'); END;
  `
}

/**
 * Pauses and prices set by the operator. One row per tool, so that a price change does not undo a pause made from another
 * terminal at the same moment. A row without either is deleted.
 */
function overridesSql(): string {
  return `
    CREATE TABLE operator_overrides (
      tool TEXT PRIMARY KEY CHECK (tool IN ('probe_url', 'render_page', 'verify_page')),
      paused_at INTEGER,
      price_atomic TEXT CHECK (price_atomic GLOB '[1-9]*' AND NOT price_atomic GLOB '*[^0-9]*'),
      changed_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `
}

/**
 * Running services, for display only: the folder lock decides who holds the data folder, and a row may be left from a
 * killed process.
 */
function instancesSql(): string {
  return `
    CREATE TABLE instances (
      id TEXT PRIMARY KEY,
      pid INTEGER NOT NULL,
      version TEXT NOT NULL,
      mode TEXT NOT NULL,
      base_url TEXT NOT NULL,
      listening TEXT NOT NULL,
      admin TEXT,
      shared INTEGER NOT NULL CHECK (shared IN (0, 1)),
      started_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `
}

/** Has one row after `restore` has put the file in place (`store/backup/restore-mark.ts`). Unix seconds. */
function restoresSql(): string {
  return `
    CREATE TABLE restores (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      restored_at INTEGER NOT NULL,
      spent_before INTEGER NOT NULL
    ) STRICT;
  `
}

/** Alerts that were sent and are still active, so that a restart does not send them again. */
function announcedAlertsSql(): string {
  return `
    CREATE TABLE announced_alerts (
      name TEXT PRIMARY KEY,
      since INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `
}

/** One-time links to the console. Only the SHA-256 of a token is kept. */
function consoleLinksSql(): string {
  return `
    CREATE TABLE console_links (
      token_sha256 TEXT PRIMARY KEY CHECK (length(token_sha256) = 64),
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `
}
