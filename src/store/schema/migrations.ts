import { consoleLinksSql } from './console-links-sql.ts'
import { instancesSql } from './instances-sql.ts'
import { ledgerDaysSql } from './ledger-days.ts'
import { operatorOverridesSql } from './operator-overrides-sql.ts'
import { screenshotsSql } from './screenshots-sql.ts'

/** Steps that bring a database to the present shape, in order. A step that has shipped is never edited. */
export const migrations: readonly { readonly version: number; readonly sql: string }[] = [
  { version: 1, sql: ledgerSql() },
  { version: 2, sql: outcomesSql() },
  { version: 3, sql: ledgerDaysSql() },
  { version: 4, sql: screenshotsSql() },
  { version: 5, sql: operatorOverridesSql() },
  { version: 6, sql: instancesSql() },
  { version: 7, sql: consoleLinksSql() },
]

export const newestVersion = migrations.at(-1)?.version ?? 0

/**
 * `amount_atomic` and `valid_before` are text: a uint256 does not fit SQLite's 64-bit integer. The log and the counts
 * are kept by triggers, so that no statement can move an authorization without leaving its line.
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
      UNIQUE (network, asset, payer, nonce)
    ) STRICT;
    CREATE INDEX authorizations_open ON authorizations (state)
      WHERE state IN ('running', 'settling', 'unknown');

    CREATE TABLE transitions (
      id INTEGER PRIMARY KEY,
      authorization_id INTEGER NOT NULL REFERENCES authorizations (id),
      from_state TEXT,
      to_state TEXT NOT NULL,
      at INTEGER NOT NULL,
      reason TEXT
    ) STRICT;
    CREATE INDEX transitions_of ON transitions (authorization_id);
    CREATE TRIGGER transitions_never_change BEFORE UPDATE ON transitions
      BEGIN SELECT RAISE(ABORT, 'the transition log is append-only'); END;
    CREATE TRIGGER transitions_never_go BEFORE DELETE ON transitions
      BEGIN SELECT RAISE(ABORT, 'the transition log is append-only'); END;
    CREATE TRIGGER authorizations_never_go BEFORE DELETE ON authorizations
      BEGIN SELECT RAISE(ABORT, 'a consumed authorization is never forgotten'); END;

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
      body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX reports_by_age ON reports (stored_at);

    CREATE TABLE write_checks (id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER NOT NULL) STRICT;
    INSERT INTO write_checks VALUES (1, 0);
  `
}

/**
 * What is needed to learn an unknown outcome stands in a table of its own: the request is a few kilobytes, and goes by
 * trigger as soon as the outcome is known, so that the ledger does not grow by it.
 */
function outcomesSql(): string {
  return `
    ALTER TABLE authorizations ADD COLUMN payment_id TEXT;
    CREATE UNIQUE INDEX authorizations_by_payment_id ON authorizations (payment_id)
      WHERE payment_id IS NOT NULL;

    CREATE TABLE outcome_searches (
      authorization_id INTEGER PRIMARY KEY REFERENCES authorizations (id),
      request TEXT NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      last_tried_at INTEGER,
      last_detail TEXT,
      next_at INTEGER NOT NULL DEFAULT 0,
      leased_until INTEGER
    ) STRICT;
    INSERT INTO outcome_searches (authorization_id, request)
      SELECT id, '' FROM authorizations WHERE state IN ('running', 'settling', 'unknown');
    CREATE TRIGGER authorizations_end AFTER UPDATE OF state ON authorizations
      WHEN NEW.state IN ('failed', 'settled', 'refused')
      BEGIN DELETE FROM outcome_searches WHERE authorization_id = NEW.id; END;

    DROP INDEX authorizations_open;
    CREATE INDEX authorizations_open ON authorizations (state, changed_at)
      WHERE state IN ('running', 'settling', 'unknown');
    CREATE INDEX authorizations_open_of ON authorizations (payer)
      WHERE state IN ('running', 'settling', 'unknown');
    CREATE INDEX authorizations_refused_of ON authorizations (payer, changed_at)
      WHERE state = 'refused';
  `
}
