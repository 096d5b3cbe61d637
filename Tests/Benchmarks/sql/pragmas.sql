-- The settings of every peer's store: the library's own at durability "normal".
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA cache_size = -16384;
PRAGMA secure_delete = OFF;
PRAGMA temp_store = MEMORY;
PRAGMA journal_size_limit = 67108864;
PRAGMA wal_autocheckpoint = 4000;
