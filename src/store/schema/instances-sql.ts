/** Who holds the data folder, for whoever asks. That somebody does is the lock's to say: a row may be of a process that was killed. */
export function instancesSql(): string {
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
