BEGIN TRANSACTION;
CREATE TABLE "cards" (
   "game" TEXT,
   "name" TEXT,
   "data" TEXT NOT NULL,
   PRIMARY KEY ("game", "name")
) STRICT;
INSERT INTO "cards" VALUES('slots','symbol:B','{"name": "bell", "points": 20, "count": 6}');
INSERT INTO "cards" VALUES('slots','symbol:S','{"name": "shield", "points": null, "count": 5}');
INSERT INTO "cards" VALUES('slots','best:player 1','20');
INSERT INTO "cards" VALUES('strip','4','{"starting_jackpot": 12, "tiles": [1, 2, 3, 4, 5, 6, 7], "layout": ["ABBA", "ABBA", "ABAB"]}');
CREATE TABLE "claims" (
   "claim" TEXT PRIMARY KEY,
   "code" TEXT NOT NULL REFERENCES "tables"("code"),
   "seat" TEXT NOT NULL,
   "made" TEXT NOT NULL,
   "spent" TEXT
) STRICT;
CREATE TABLE "events" (
   "code" TEXT REFERENCES "tables"("code"),
   "number" INTEGER,
   "at" TEXT NOT NULL,
   "by" TEXT,
   "kind" TEXT NOT NULL,
   "data" TEXT NOT NULL,
   "secret" TEXT NOT NULL,
   "scope" TEXT NOT NULL,
   "key" TEXT NOT NULL,
   "confirmed" TEXT NOT NULL,
   PRIMARY KEY ("code", "number")
) STRICT;
INSERT INTO "events" VALUES('F47TT',1,'2026-11-30T18:31:27+00:00',NULL,'setup','{"players": [{"id": "1", "name": "Player 1", "suit": ""}], "first": "1", "kept": {}}','{}','table','mXY-loWArOYiDeX8xPRvTYes6fQspg2Z','[]');
INSERT INTO "events" VALUES('F47TT',2,'2026-11-30T18:31:27+00:00',NULL,'symbol','{"letter": "B", "name": "bell", "points": 20, "count": 6}','{}','card','_fWbpH7J9RLDlgPCzNp_OvzFcCCjgUCr','[]');
INSERT INTO "events" VALUES('F47TT',3,'2026-11-30T18:31:27+00:00',NULL,'symbol','{"letter": "S", "name": "", "points": null, "count": 5}','{}','card','_pKSb516ttPH7L7rOOfze0H7dUxFNRAs','[]');
INSERT INTO "events" VALUES('F47TT',4,'2026-11-30T18:31:27+00:00',NULL,'begun','{}','{}','round:0','SPaPM2WHTswiKWguLW58NdL6-izU8KKY','[]');
INSERT INTO "events" VALUES('F47TT',5,'2026-11-30T18:31:27+00:00',NULL,'prize','{"seat": "1", "symbol": "B", "n": 1}','{}','score:1:1','iSkCZbb9mAb8qMwTZ36va-g1tfLEaG_A','[]');
INSERT INTO "events" VALUES('F47TT',6,'2026-11-30T18:31:27+00:00',NULL,'ended','{}','{}','round:1','jExRHF0NGm3xc4oeux4biawTqcoQUDLs','[]');
INSERT INTO "events" VALUES('XRJMT',1,'2026-11-30T18:31:27+00:00',NULL,'setup','{"players": [{"id": "1", "name": "Player 1", "suit": ""}, {"id": "2", "name": "Player 2", "suit": ""}], "first": "1", "kept": {"best:player 1": 20, "symbol:B": {"name": "bell", "points": 20, "count": 6}, "symbol:S": {"name": "shield", "points": null, "count": 5}}}','{}','table','FZjF-CD24hUuS1xPBuA7TmaQxTC8c3AQ','[]');
INSERT INTO "events" VALUES('XRJMT',2,'2026-11-30T18:31:27+00:00',NULL,'begun','{}','{}','round:0','xEChlSNT3wqGVC0Rut3MFaJjhZjUZdNa','[]');
INSERT INTO "events" VALUES('XRJMT',3,'2026-11-30T18:31:27+00:00',NULL,'prize','{"seat": "2", "symbol": "S", "n": 1}','{}','score:1:2','YqxvkQ1AIrlcI2Ec71EMT_kWW25wrELz','[]');
INSERT INTO "events" VALUES('10CPW',1,'2026-11-30T18:31:27+00:00',NULL,'setup','{"players": [{"id": "1", "name": "Spades", "suit": "spades"}, {"id": "2", "name": "Diamonds", "suit": "diamonds"}, {"id": "3", "name": "Hearts", "suit": "hearts"}, {"id": "4", "name": "Clubs", "suit": "clubs"}], "first": "1", "casinos": [{"name": "Santorini"}, {"name": "Sunset Gondola"}, {"name": "The Peacock"}, {"name": "Sunken Treasure"}, {"name": "Gold Rush"}], "settings": {}, "kept": {}}','{}','table','0hSAGurdtYojO6oAwFhyeUZXDrXeffy5','[]');
INSERT INTO "events" VALUES('10CPW',2,'2026-11-30T18:31:27+00:00',NULL,'settled','{"starting_jackpot": 12}','{}','setup','pO0afjwl7T4Epr6rh63LO_Nh6ReJFlfx','[]');
INSERT INTO "events" VALUES('10CPW',3,'2026-11-30T18:31:27+00:00',NULL,'seat_taken','{"seat": "1"}','{}','seats','nadBsNVqh1BxwAoGkNcs_RLsXVeiteCZ','[]');
CREATE TABLE "formers" (
   "code" TEXT REFERENCES "tables"("code"),
   "seat" TEXT,
   "device" TEXT,
   "left" INTEGER NOT NULL,
   "deal" INTEGER NOT NULL,
   "right" INTEGER NOT NULL,
   PRIMARY KEY ("code", "seat", "device")
) STRICT;
CREATE TABLE "looks" (
   "code" TEXT NOT NULL REFERENCES "tables"("code"),
   "seat" TEXT NOT NULL,
   "device" TEXT NOT NULL,
   "at" TEXT NOT NULL,
   "following" INTEGER NOT NULL
) STRICT;
CREATE TABLE "pins" (
   "code" TEXT REFERENCES "tables"("code"),
   "seat" TEXT,
   "pin" TEXT NOT NULL,
   PRIMARY KEY ("code", "seat")
) STRICT;
CREATE TABLE "pleas" (
   "id" TEXT PRIMARY KEY,
   "code" TEXT NOT NULL REFERENCES "tables"("code"),
   "seat" TEXT NOT NULL,
   "device" TEXT NOT NULL,
   "at" TEXT NOT NULL
) STRICT;
CREATE TABLE "seats" (
   "code" TEXT REFERENCES "tables"("code"),
   "seat" TEXT,
   "device" TEXT NOT NULL,
   "since" TEXT NOT NULL,
   "blind" INTEGER NOT NULL,
   PRIMARY KEY ("code", "seat")
) STRICT;
INSERT INTO "seats" VALUES('10CPW','1','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb','2026-11-30T18:31:27+00:00',0);
CREATE TABLE "tables" (
   "code" TEXT PRIMARY KEY,
   "game" TEXT NOT NULL,
   "created" TEXT NOT NULL,
   "host" TEXT NOT NULL,
   "next_code" TEXT
) STRICT;
INSERT INTO "tables" VALUES('F47TT','slots','2026-11-30T18:31:27+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',NULL);
INSERT INTO "tables" VALUES('XRJMT','slots','2026-11-30T18:31:27+00:00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',NULL);
INSERT INTO "tables" VALUES('10CPW','strip','2026-11-30T18:31:27+00:00','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',NULL);
CREATE TABLE "yeses" (
   "plea" TEXT,
   "device" TEXT,
   PRIMARY KEY ("plea", "device")
) STRICT;
CREATE UNIQUE INDEX "idx_events_key_code"
    ON "events" ("key", "code");
CREATE INDEX "idx_looks_code_seat"
    ON "looks" ("code", "seat");
CREATE INDEX "idx_claims_code_seat"
    ON "claims" ("code", "seat");
CREATE INDEX "idx_pleas_code"
    ON "pleas" ("code");
COMMIT;
PRAGMA user_version = 1;
