"""The tables of an office's store: the statements that make each version of the file out of the one
before. They are only ever added to."""

VERSIONS = (
    (
        """CREATE TABLE games (game TEXT PRIMARY KEY,
            sequence INTEGER NOT NULL, hash TEXT NOT NULL, due TEXT) STRICT, WITHOUT ROWID""",
        "CREATE INDEX games_due ON games (due) WHERE due IS NOT NULL",
        """CREATE TABLE addresses (address TEXT NOT NULL, game TEXT NOT NULL REFERENCES games,
            PRIMARY KEY (address, game)) STRICT, WITHOUT ROWID""",
        "CREATE INDEX addresses_game ON addresses (game)",
        "CREATE TABLE notes (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID",
        """CREATE TABLE entries (game TEXT NOT NULL REFERENCES games, sequence INTEGER NOT NULL,
            kind TEXT NOT NULL, "when" TEXT NOT NULL, payload_hash TEXT NOT NULL,
            hash TEXT NOT NULL, payload BLOB, PRIMARY KEY (game, sequence)
            ) STRICT, WITHOUT ROWID""",
        """CREATE TRIGGER entries_only_at_the_end BEFORE INSERT ON entries
        WHEN EXISTS (SELECT 1 FROM entries WHERE game = NEW.game AND sequence >= NEW.sequence)
        BEGIN SELECT RAISE(ABORT, 'the ledger grows only at its end'); END""",
        """CREATE TRIGGER entries_stay BEFORE DELETE ON entries
        BEGIN SELECT RAISE(ABORT, 'no entry of the ledger is deleted'); END""",
        """CREATE TRIGGER entries_stand BEFORE UPDATE ON entries WHEN NEW.payload IS NOT NULL
        OR (NEW.game, NEW.sequence, NEW.kind, NEW."when", NEW.payload_hash, NEW.hash)
        IS NOT (OLD.game, OLD.sequence, OLD.kind, OLD."when", OLD.payload_hash, OLD.hash)
        BEGIN SELECT RAISE(ABORT, 'no entry of the ledger is changed'); END""",
        """CREATE TABLE snapshots (game TEXT NOT NULL REFERENCES games, sequence INTEGER NOT NULL,
            hash TEXT NOT NULL, digest TEXT NOT NULL, data BLOB NOT NULL,
            PRIMARY KEY (game, sequence)) STRICT""",
        """CREATE TABLE letters (serial INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
            source TEXT NOT NULL, received TEXT NOT NULL, handled INTEGER NOT NULL,
            digest TEXT NOT NULL, raw BLOB NOT NULL) STRICT""",
        "CREATE INDEX letters_waiting ON letters (received, serial) WHERE handled = 0",
        """CREATE TABLE quarantine (letter TEXT PRIMARY KEY REFERENCES letters (id),
            reason TEXT NOT NULL) STRICT""",
        """CREATE TABLE outbox (serial INTEGER PRIMARY KEY, message_id TEXT NOT NULL UNIQUE,
            game TEXT NOT NULL, seat TEXT NOT NULL, "to" TEXT NOT NULL, due TEXT,
            attempts INTEGER NOT NULL, sent TEXT, failed TEXT, failure TEXT,
            digest TEXT NOT NULL, raw BLOB NOT NULL) STRICT""",
        "CREATE INDEX outbox_due ON outbox (due, serial) WHERE due IS NOT NULL",
        "CREATE INDEX outbox_game ON outbox (game, seat)",
        "CREATE INDEX outbox_failed ON outbox (serial) WHERE failure IS NOT NULL",
    ),
    (
        """CREATE TABLE seen (serial INTEGER PRIMARY KEY, letter TEXT NOT NULL
            REFERENCES letters (id), game TEXT NOT NULL, seat TEXT NOT NULL,
            received TEXT NOT NULL, message_id TEXT NOT NULL, content TEXT NOT NULL,
            state TEXT NOT NULL) STRICT""",
        "CREATE INDEX seen_seat ON seen (game, seat, serial)",
        "CREATE INDEX seen_message ON seen (message_id) WHERE message_id <> ''",
        """CREATE TABLE replies (serial INTEGER PRIMARY KEY, letter TEXT NOT NULL
            REFERENCES letters (id), game TEXT NOT NULL, seat TEXT NOT NULL, "to" TEXT NOT NULL,
            at TEXT NOT NULL, mailed INTEGER NOT NULL, done TEXT NOT NULL) STRICT""",
        'CREATE INDEX replies_mailed ON replies ("to", at) WHERE mailed = 1',
        """CREATE INDEX replies_owed ON replies ("to", game, seat)
            WHERE mailed = 0 AND done <> ''""",
    ),
)
