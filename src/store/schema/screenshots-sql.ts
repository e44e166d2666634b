/**
 * A row stands before its file does: it takes the room in the quota, for every process at once, and says that a file of
 * this name is somebody's. `stored` turns 1 when the file is whole; only then is the id told. Of the id there is nothing
 * here but its SHA-256. The totals are kept by triggers, so that the quota is one look-up at any number of pictures.
 */
export function screenshotsSql(): string {
  return `
    CREATE TABLE screenshots (
      id_sha256 TEXT PRIMARY KEY CHECK (length(id_sha256) = 64),
      job_id TEXT NOT NULL,
      bytes INTEGER NOT NULL CHECK (bytes >= 0),
      sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
      media_type TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      stored INTEGER NOT NULL DEFAULT 0 CHECK (stored IN (0, 1))
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX screenshots_by_expiry ON screenshots (expires_at);
    CREATE INDEX screenshots_by_age ON screenshots (created_at);
    CREATE INDEX screenshots_begun ON screenshots (created_at) WHERE stored = 0;

    CREATE TABLE screenshot_totals (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      count INTEGER NOT NULL,
      bytes INTEGER NOT NULL
    ) STRICT;
    INSERT INTO screenshot_totals VALUES (1, 0, 0);
    CREATE TRIGGER screenshots_come AFTER INSERT ON screenshots
      BEGIN UPDATE screenshot_totals SET count = count + 1, bytes = bytes + NEW.bytes; END;
    CREATE TRIGGER screenshots_go AFTER DELETE ON screenshots
      BEGIN UPDATE screenshot_totals SET count = count - 1, bytes = bytes - OLD.bytes; END;
    CREATE TRIGGER screenshots_never_grow BEFORE UPDATE OF id_sha256, bytes ON screenshots
      BEGIN SELECT RAISE(ABORT, 'a picture is never changed'); END;
  `
}
