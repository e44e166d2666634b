import { countsTableSql, incrementCountSql } from './daily-totals.ts'

/**
 * Rows that the ledger keeps for calls that were moved to an archive. A call can be deleted only once its
 * authorization and its payment identifier are here, and neither can then be reserved again: `RAISE(IGNORE)` makes
 * the insert do nothing, as `ON CONFLICT DO NOTHING` does for a call that is still in the ledger. The totals of days
 * and states continue to include moved calls; `archived_counts` has their part. `archive_runs` has a row, in the
 * ledger and in the archive, while a run of `ledger archive` is unfinished: until then the calls of one batch may be
 * in both.
 */
export function archiveSql(): string {
  return `
    CREATE TABLE archived_authorizations (
      payer TEXT NOT NULL,
      nonce TEXT NOT NULL,
      asset TEXT NOT NULL,
      network TEXT NOT NULL,
      job_id TEXT NOT NULL,
      amount_atomic TEXT NOT NULL,
      payment_id TEXT,
      delivered_at INTEGER,
      PRIMARY KEY (payer, nonce, asset, network)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX archived_by_payment_id ON archived_authorizations (payer, payment_id)
      WHERE payment_id IS NOT NULL;
    CREATE TRIGGER archived_never_change BEFORE UPDATE ON archived_authorizations
      BEGIN SELECT RAISE(ABORT, 'a consumed authorization is never forgotten'); END;
    CREATE TRIGGER archived_never_go BEFORE DELETE ON archived_authorizations
      BEGIN SELECT RAISE(ABORT, 'a consumed authorization is never forgotten'); END;

    CREATE TRIGGER authorizations_never_go BEFORE DELETE ON authorizations
      WHEN OLD.state <> 'settled' OR NOT EXISTS (
        SELECT 1 FROM archived_authorizations WHERE (payer, nonce, asset, network)
          = (OLD.payer, OLD.nonce, OLD.asset, OLD.network) AND payment_id IS OLD.payment_id)
      BEGIN SELECT RAISE(ABORT, 'a consumed authorization is never forgotten'); END;
    CREATE TRIGGER authorizations_never_again BEFORE INSERT ON authorizations
      WHEN EXISTS (SELECT 1 FROM archived_authorizations WHERE (payer, nonce, asset, network)
          = (NEW.payer, NEW.nonce, NEW.asset, NEW.network))
        OR EXISTS (SELECT 1 FROM archived_authorizations
          WHERE payment_id IS NOT NULL AND (payer, payment_id) = (NEW.payer, NEW.payment_id))
      BEGIN SELECT RAISE(IGNORE); END;

    ${countsTableSql('archived_counts')}
    CREATE TRIGGER archived_counts_grow AFTER DELETE ON authorizations
      BEGIN ${incrementCountSql('archived_counts', 'OLD')} END;

    CREATE TABLE archive_runs (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      file TEXT NOT NULL
    ) STRICT;
  `
}
