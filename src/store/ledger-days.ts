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
      PRIMARY KEY (day, network, asset, tool, amount_atomic, state)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO daily_counts
      SELECT reserved_at / ${MS_PER_DAY}, network, asset, tool, amount_atomic, state, count(*)
      FROM authorizations GROUP BY 1, 2, 3, 4, 5, 6;

    CREATE TRIGGER daily_counts_begin AFTER INSERT ON authorizations
      BEGIN ${countOne('NEW')} END;
    CREATE TRIGGER daily_counts_move AFTER UPDATE OF state ON authorizations
      BEGIN
        UPDATE daily_counts SET count = count - 1
          WHERE day = OLD.reserved_at / ${MS_PER_DAY} AND network = OLD.network AND asset = OLD.asset
            AND tool = OLD.tool AND amount_atomic = OLD.amount_atomic AND state = OLD.state;
        ${countOne('NEW')}
      END;

    CREATE INDEX authorizations_by_time ON authorizations (reserved_at, tool);
    CREATE INDEX authorizations_lost ON authorizations (state, reserved_at)
      WHERE state IN ('failed', 'refused');
  `
}

/** Days of the ledger are days of UTC. */
export const MS_PER_DAY = 86_400_000

function countOne(row: string): string {
  const columns = ['network', 'asset', 'tool', 'amount_atomic', 'state']
  return `
        INSERT INTO daily_counts
          VALUES (${row}.reserved_at / ${MS_PER_DAY}, ${columns.map((name) => `${row}.${name}`).join(', ')}, 1)
          ON CONFLICT DO UPDATE SET count = count + 1;`
}
