BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE answers (
	command TEXT NOT NULL, 
	stream TEXT NOT NULL, 
	reply TEXT NOT NULL, 
	CONSTRAINT answers_pkey PRIMARY KEY (command)
)
 WITHOUT ROWID

;
INSERT INTO "answers" VALUES('author-1','table:T1','{"ok":true}');
INSERT INTO "answers" VALUES('author-2','table:T1','{"ok":true}');
INSERT INTO "answers" VALUES('author-3','table:T1','{"ok":true}');
INSERT INTO "answers" VALUES('author-4','table:T1','{"ok":true}');
INSERT INTO "answers" VALUES('author-5','table:T1','{"ok":true}');
INSERT INTO "answers" VALUES('author-6','table:T1','{"ok":true}');
CREATE TABLE balances (
	account TEXT NOT NULL, 
	amount BIGINT NOT NULL, 
	CONSTRAINT balances_pkey PRIMARY KEY (account)
)
 WITHOUT ROWID

;
INSERT INTO "balances" VALUES('layout:jackpot:J1',600);
INSERT INTO "balances" VALUES('layout:table:T1',600);
INSERT INTO "balances" VALUES('player:ann',-1200);
CREATE TABLE postings (
	stream TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	line INTEGER NOT NULL, 
	debit TEXT NOT NULL, 
	credit TEXT NOT NULL, 
	amount BIGINT NOT NULL, 
	memo TEXT NOT NULL, 
	CONSTRAINT postings_pkey PRIMARY KEY (stream, version, line)
)
 WITHOUT ROWID

;
INSERT INTO "postings" VALUES('jackpot:J1',1,1,'player:ann','layout:jackpot:J1',100,'ante');
INSERT INTO "postings" VALUES('jackpot:J1',2,1,'player:ann','layout:jackpot:J1',100,'ante');
INSERT INTO "postings" VALUES('jackpot:J1',3,1,'player:ann','layout:jackpot:J1',100,'ante');
INSERT INTO "postings" VALUES('jackpot:J1',4,1,'player:ann','layout:jackpot:J1',100,'ante');
INSERT INTO "postings" VALUES('jackpot:J1',5,1,'player:ann','layout:jackpot:J1',100,'ante');
INSERT INTO "postings" VALUES('jackpot:J1',6,1,'player:ann','layout:jackpot:J1',100,'ante');
INSERT INTO "postings" VALUES('table:T1',1,1,'player:ann','layout:table:T1',100,'ante');
INSERT INTO "postings" VALUES('table:T1',2,1,'player:ann','layout:table:T1',100,'ante');
INSERT INTO "postings" VALUES('table:T1',3,1,'player:ann','layout:table:T1',100,'ante');
INSERT INTO "postings" VALUES('table:T1',4,1,'player:ann','layout:table:T1',100,'ante');
INSERT INTO "postings" VALUES('table:T1',5,1,'player:ann','layout:table:T1',100,'ante');
INSERT INTO "postings" VALUES('table:T1',6,1,'player:ann','layout:table:T1',100,'ante');
CREATE TABLE records (
	seq INTEGER NOT NULL, 
	stream TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	at VARCHAR(32) NOT NULL, 
	"by" TEXT, 
	command TEXT NOT NULL, 
	event TEXT NOT NULL, 
	previous VARCHAR(64) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	CONSTRAINT records_pkey PRIMARY KEY (seq), 
	CONSTRAINT records_stream_version_key UNIQUE (stream, version)
);
INSERT INTO "records" VALUES(1,'table:T1',1,'2026-01-01T12:00:00.000250+00:00','{"id":"d1","role":"dealer"}','author-1','{"event":"call_made","text":"author-1 — Zürich","clauses":[]}','0000000000000000000000000000000000000000000000000000000000000000','95acbd2497367de6077760e2d16183e9ab2ed96b369107d9a2906d4e76d400a8');
INSERT INTO "records" VALUES(2,'jackpot:J1',1,'2026-01-01T12:00:00.000250+00:00','{"id":"d1","role":"dealer"}','author-1','{"event":"call_made","text":"author-1 — Zürich","clauses":[]}','0000000000000000000000000000000000000000000000000000000000000000','ef3068b7348101d2bba6a7d5dde7002692061276b3605ea4f59e99ddd898d943');
INSERT INTO "records" VALUES(3,'table:T1',2,'2026-01-01T12:00:00.000250+00:00',NULL,'author-2','{"event":"call_made","text":"author-2 — Zürich","clauses":[]}','95acbd2497367de6077760e2d16183e9ab2ed96b369107d9a2906d4e76d400a8','9c02173eb1de9d90bf40a075f1f0fae6bdaa45133beb40b9a3ce96adf52b32f9');
INSERT INTO "records" VALUES(4,'jackpot:J1',2,'2026-01-01T12:00:00.000250+00:00',NULL,'author-2','{"event":"call_made","text":"author-2 — Zürich","clauses":[]}','ef3068b7348101d2bba6a7d5dde7002692061276b3605ea4f59e99ddd898d943','2c3ae64008a4fff4c70b9866c2d2ca5a4dc1ea68b2aad1512bed2ba0e495387a');
INSERT INTO "records" VALUES(5,'table:T1',3,'2026-01-01T12:00:00.000250+00:00','{"id":"d1","role":"dealer"}','author-3','{"event":"call_made","text":"author-3 — Zürich","clauses":[]}','9c02173eb1de9d90bf40a075f1f0fae6bdaa45133beb40b9a3ce96adf52b32f9','1b4300f855f564bd0331248e7e6da7e995bc9c13594e33b6225e7eefef0be676');
INSERT INTO "records" VALUES(6,'jackpot:J1',3,'2026-01-01T12:00:00.000250+00:00','{"id":"d1","role":"dealer"}','author-3','{"event":"call_made","text":"author-3 — Zürich","clauses":[]}','2c3ae64008a4fff4c70b9866c2d2ca5a4dc1ea68b2aad1512bed2ba0e495387a','95b9d8473af8982e49e04c1feda02bf3042b4488e26547913db62ee8a88296a5');
INSERT INTO "records" VALUES(7,'table:T1',4,'2026-01-01T12:00:00.000250+00:00',NULL,'author-4','{"event":"call_made","text":"author-4 — Zürich","clauses":[]}','1b4300f855f564bd0331248e7e6da7e995bc9c13594e33b6225e7eefef0be676','ecef3c3c92c244f74cc72142c325e22fd8df98ff2eea43ed4f86816ebccf09b4');
INSERT INTO "records" VALUES(8,'jackpot:J1',4,'2026-01-01T12:00:00.000250+00:00',NULL,'author-4','{"event":"call_made","text":"author-4 — Zürich","clauses":[]}','95b9d8473af8982e49e04c1feda02bf3042b4488e26547913db62ee8a88296a5','9a6c0c03d77a4b7982ff67719ffb6c12d1fa0c60c823e3afc85e48b8a8f2a33c');
INSERT INTO "records" VALUES(9,'table:T1',5,'2026-01-01T12:00:00.000250+00:00','{"id":"d1","role":"dealer"}','author-5','{"event":"call_made","text":"author-5 — Zürich","clauses":[]}','ecef3c3c92c244f74cc72142c325e22fd8df98ff2eea43ed4f86816ebccf09b4','e2aa71c6bd81f831598f7423f12d6f5c8a98087cc8d6ade12281053677cb2314');
INSERT INTO "records" VALUES(10,'jackpot:J1',5,'2026-01-01T12:00:00.000250+00:00','{"id":"d1","role":"dealer"}','author-5','{"event":"call_made","text":"author-5 — Zürich","clauses":[]}','9a6c0c03d77a4b7982ff67719ffb6c12d1fa0c60c823e3afc85e48b8a8f2a33c','afc29b3fc4fa7fbd1050a7a52d36665439b4c2edca03e52bbb23f0abc18e1425');
INSERT INTO "records" VALUES(11,'table:T1',6,'2026-01-01T12:00:00.000250+00:00',NULL,'author-6','{"event":"call_made","text":"author-6 — Zürich","clauses":[]}','e2aa71c6bd81f831598f7423f12d6f5c8a98087cc8d6ade12281053677cb2314','8e15033ec64fbff336601d650fb4b17ebaa2ed3d0907bdb00be7e887bbb745c0');
INSERT INTO "records" VALUES(12,'jackpot:J1',6,'2026-01-01T12:00:00.000250+00:00',NULL,'author-6','{"event":"call_made","text":"author-6 — Zürich","clauses":[]}','afc29b3fc4fa7fbd1050a7a52d36665439b4c2edca03e52bbb23f0abc18e1425','15c8bd3ceaddbb20193c2805cb1c44abab731774cfd7ab0c35fc9a8df4f07bfc');
CREATE TABLE streams (
	id TEXT NOT NULL, 
	version BIGINT NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	CONSTRAINT streams_pkey PRIMARY KEY (id)
)
 WITHOUT ROWID

;
INSERT INTO "streams" VALUES('jackpot:J1',6,'15c8bd3ceaddbb20193c2805cb1c44abab731774cfd7ab0c35fc9a8df4f07bfc');
INSERT INTO "streams" VALUES('table:T1',6,'8e15033ec64fbff336601d650fb4b17ebaa2ed3d0907bdb00be7e887bbb745c0');
CREATE TRIGGER records_no_update BEFORE UPDATE ON records BEGIN SELECT RAISE(ABORT, 'records is never changed, only added to'); END;
CREATE TRIGGER records_no_delete BEFORE DELETE ON records BEGIN SELECT RAISE(ABORT, 'records is never changed, only added to'); END;
CREATE TRIGGER answers_no_update BEFORE UPDATE ON answers BEGIN SELECT RAISE(ABORT, 'answers is never changed, only added to'); END;
CREATE TRIGGER answers_no_delete BEFORE DELETE ON answers BEGIN SELECT RAISE(ABORT, 'answers is never changed, only added to'); END;
CREATE TRIGGER postings_no_update BEFORE UPDATE ON postings BEGIN SELECT RAISE(ABORT, 'postings is never changed, only added to'); END;
CREATE TRIGGER postings_no_delete BEFORE DELETE ON postings BEGIN SELECT RAISE(ABORT, 'postings is never changed, only added to'); END;
COMMIT;
