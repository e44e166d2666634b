/** Days of the ledger are days of UTC. */
export const MS_PER_DAY = 86_400_000

const COLUMNS = ['network', 'asset', 'tool', 'amount_atomic', 'state']

/** What is counted apart. */
export const DAILY_KEY = ['day', ...COLUMNS].join(', ')

/**
 * What the operator asks of the ledger, at any size. The counts per day are kept by triggers, in the same transaction as
 * the row: a sum over millions of rows would take seconds, and an index that holds the state would be rewritten at every
 * step. Amounts are counted by value, since a uint256 does not fit a sum of SQLite.
 */
export function ledgerDaysSql(): string {
  return `
    CREATE TABLE daily_counts (
      day INTEGER NOT NULL,
      network TEXT NOT NULL,
      asset TEXT NOT NULL,
      tool TEXT NOT NULL,
      amount_atomic TEXT NOT NULL,
      state TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (${DAILY_KEY})
    ) STRICT, WITHOUT ROWID;
    INSERT INTO daily_counts
      SELECT ${dailyKeyOf('authorizations')}, count(*) FROM authorizations GROUP BY ${DAILY_KEY};

    CREATE TRIGGER daily_counts_begin AFTER INSERT ON authorizations
      BEGIN ${countOne('NEW')} END;
    CREATE TRIGGER daily_counts_move AFTER UPDATE OF state ON authorizations
      BEGIN
        UPDATE daily_counts SET count = count - 1
          WHERE (${DAILY_KEY}) = (SELECT ${dailyKeyOf('OLD')});
        ${countOne('NEW')}
      END;

    CREATE INDEX authorizations_by_time ON authorizations (reserved_at, tool);
    CREATE INDEX authorizations_lost ON authorizations (state, reserved_at)
      WHERE state IN ('failed', 'refused');
  `
}

/** The same of a row of `authorizations`. */
export function dailyKeyOf(row: string): string {
  const columns = COLUMNS.map((name) => `${row}.${name}`)
  return [`${row}.reserved_at / ${MS_PER_DAY} AS day`, ...columns].join(', ')
}

function countOne(row: string): string {
  return `INSERT INTO daily_counts (${DAILY_KEY}, count) SELECT ${dailyKeyOf(row)}, 1
          WHERE true ON CONFLICT DO UPDATE SET count = count + 1;`
}
