-- A store that library 2.0.0 made on a server, of version 3 of the schema, as pg_dump
-- writes it. Tests open it with this library, which must lose nothing.
CREATE TABLE book_folded (
    book bigint NOT NULL,
    title bytea,
    author bytea,
    series bytea,
    subtitle bytea,
    publisher bytea,
    format bytea,
    author_sort bytea
);
CREATE TABLE book_genres (
    book bigint NOT NULL,
    genre bigint NOT NULL,
    "position" bigint NOT NULL
);
CREATE TABLE book_identifiers (
    book bigint NOT NULL,
    "position" bigint NOT NULL,
    scheme text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C",
    key bytea
);
CREATE TABLE book_search (
    book bigint NOT NULL,
    words bigint NOT NULL
);
CREATE TABLE book_search_total (
    books bigint NOT NULL,
    words bigint NOT NULL
);
CREATE TABLE book_sources (
    id bigint NOT NULL,
    book bigint NOT NULL,
    source text NOT NULL COLLATE pg_catalog."C",
    source_id text NOT NULL COLLATE pg_catalog."C",
    taken text NOT NULL COLLATE pg_catalog."C",
    raw text COLLATE pg_catalog."C",
    imported bigint NOT NULL,
    key bytea NOT NULL,
    global_id bytea
);
CREATE TABLE book_words (
    word bytea NOT NULL,
    book bigint NOT NULL,
    places integer[] NOT NULL
);
CREATE TABLE books (
    id bigint NOT NULL,
    rating bigint NOT NULL,
    favourite bigint NOT NULL,
    status bigint NOT NULL,
    created bigint NOT NULL,
    updated bigint NOT NULL,
    title text NOT NULL COLLATE pg_catalog."C",
    author text NOT NULL COLLATE pg_catalog."C",
    synopsis text COLLATE pg_catalog."C",
    review text COLLATE pg_catalog."C",
    notes text COLLATE pg_catalog."C",
    series text COLLATE pg_catalog."C",
    series_number double precision,
    year bigint,
    started bigint,
    finished bigint,
    price bigint,
    currency text COLLATE pg_catalog."C",
    global_id bytea,
    subtitle text COLLATE pg_catalog."C",
    publisher text COLLATE pg_catalog."C",
    pages bigint,
    language text COLLATE pg_catalog."C",
    format text COLLATE pg_catalog."C",
    edition_year bigint,
    author_sort text COLLATE pg_catalog."C",
    title_key bytea NOT NULL,
    author_key bytea NOT NULL,
    series_key bytea,
    publisher_key bytea,
    reading_count bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='90');
CREATE TABLE changes (
    id bigint NOT NULL,
    committed bigint NOT NULL,
    entries bytea NOT NULL,
    receipt bigint DEFAULT 0 NOT NULL
);
CREATE TABLE counter_news (
    change bigint NOT NULL,
    kind bigint NOT NULL,
    key bigint NOT NULL,
    rated_0 bigint NOT NULL,
    rated_1 bigint NOT NULL,
    rated_2 bigint NOT NULL,
    rated_3 bigint NOT NULL,
    rated_4 bigint NOT NULL,
    rated_5 bigint NOT NULL
);
CREATE TABLE counters (
    kind bigint NOT NULL,
    key bigint NOT NULL,
    rated_0 bigint NOT NULL,
    rated_1 bigint NOT NULL,
    rated_2 bigint NOT NULL,
    rated_3 bigint NOT NULL,
    rated_4 bigint NOT NULL,
    rated_5 bigint NOT NULL
);
CREATE TABLE genre_books (
    genre bigint NOT NULL,
    title_key bytea NOT NULL,
    book bigint NOT NULL
);
CREATE TABLE genres (
    id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    colour text NOT NULL COLLATE pg_catalog."C",
    name_key bytea NOT NULL,
    sort_key bytea NOT NULL,
    global_id bytea
);
CREATE TABLE merged_books (
    id bigint NOT NULL,
    book bigint NOT NULL,
    global_id bytea
);
CREATE TABLE orders (
    id bigint NOT NULL,
    book bigint NOT NULL,
    title text NOT NULL COLLATE pg_catalog."C",
    quantity bigint NOT NULL,
    unit_price bigint NOT NULL,
    currency text NOT NULL COLLATE pg_catalog."C",
    total bigint NOT NULL,
    placed bigint NOT NULL,
    global_id bytea,
    cancelled bigint
);
CREATE TABLE properties (
    name text NOT NULL COLLATE pg_catalog."C",
    value bigint NOT NULL
);
CREATE TABLE quotes (
    id bigint NOT NULL,
    book bigint NOT NULL,
    text text NOT NULL COLLATE pg_catalog."C",
    page text COLLATE pg_catalog."C",
    created bigint NOT NULL,
    global_id bytea
);
CREATE TABLE readings (
    id bigint NOT NULL,
    book bigint NOT NULL,
    outcome bigint NOT NULL,
    started bigint,
    finished bigint,
    page bigint,
    percent double precision,
    note text COLLATE pg_catalog."C",
    created bigint NOT NULL,
    global_id bytea
);
CREATE TABLE shelves (
    id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    line text NOT NULL COLLATE pg_catalog."C",
    name_key bytea NOT NULL,
    sort_key bytea NOT NULL,
    global_id bytea
);
INSERT INTO book_folded VALUES (1, '\x716220766969', '\x6c656f6e2075726973', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (2, '\x707269646520616e64207072656a7564696365', '\x6a616e652061757374656e', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (3, '\x6672616e6b656e737465696e3b206f722c20746865206d6f6465726e2070726f6d657468657573', '\x6d617279207368656c6c6579', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (4, '\x64756e65', '\x6672616e6b2068657262657274', '\x64756e65', NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (5, '\x64756e65206d657373696168', '\x6672616e6b2068657262657274', '\x64756e65', NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (6, '\x7468652074696d65206d616368696e65', '\x682e20672e2077656c6c73', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (7, '\x74686520686f756e64206f6620746865206261736b657276696c6c6573', '\x61727468757220636f6e616e20646f796c65', '\x736865726c6f636b20686f6c6d6573', NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (8, '\x676f6e65206769726c', '\x67696c6c69616e20666c796e6e', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (9, '\x77616c64656e', '\x68656e72792064617669642074686f72656175', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (10, '\x6f6e20746865206f726967696e206f662073706563696573', '\x636861726c65732064617277696e', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (11, '\x74686520656c656d656e7473206f66207374796c65', '\x77696c6c69616d20737472756e6b206a722e', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (12, '\x6c6573206d6973657261626c6573', '\x766963746f72206875676f', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (13, '\x6469652076657277616e646c756e67', '\x6672616e7a206b61666b61', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (14, '\x656c20696e67656e696f736f20686964616c676f20646f6e207175696a6f7465206465206c61206d616e636861', '\x6d696775656c2064652063657276616e746573', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (15, '\x61656e656973', '\x7075626c6975732076657267696c697573206d61726f', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (16, '\x6c616c6b61', '\x626f6c65736c61772070727573', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (17, '\x70616e207461646575737a', '\x6164616d206d69636b69657769637a', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (18, '\x6f676e69656d2069206d6965637a656d', '\x68656e72796b207369656e6b69657769637a', '\x7472796c6f676961', NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (19, '\x706f746f70', '\x68656e72796b207369656e6b69657769637a', '\x7472796c6f676961', NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (20, '\x736f6c61726973', '\x7374616e69736c6177206c656d', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (21, '\xcebfceb4cf85cf83cf83ceb5ceb9ceb1', '\xcebfcebcceb7cf81cebfcf83', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (22, '\xceb2ceb9cebfcf8320cebaceb1ceb920cf80cebfcebbceb9cf84ceb5ceb9ceb120cf84cebfcf8520ceb1cebbceb5cebeceb720ceb6cebfcf81cebccf80ceb1', '\xcebdceb9cebacebfcf8320cebaceb1ceb6ceb1cebdcf84ceb6ceb1cebaceb7cf83', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (23, '\xd0bfd180d0b5d181d182d183d0bfd0bbd0b5d0bdd0b8d0b520d0b820d0bdd0b0d0bad0b0d0b7d0b0d0bdd0b8d0b5', '\xd184d0b5d0b4d0bed18020d0b4d0bed181d182d0bed0b5d0b2d181d0bad0b8d0b8', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (24, '\xd0bcd0b0d181d182d0b5d18020d0b820d0bcd0b0d180d0b3d0b0d180d0b8d182d0b0', '\xd0bcd0b8d185d0b0d0b8d0bb20d0b1d183d0bbd0b3d0b0d0bad0bed0b2', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (25, '\xe7b485e6a893e5a4a2', '\xe69bb9e99baae88ab9', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (26, '\xe590bee8bca9e381afe78cabe381a6e38182e3828b', '\xe5a48fe79baee6bcb1e79fb3', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (27, '\xe38193e38193e3828d', '\xe5a48fe79baee6bcb1e79fb3', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (28, '\xed9598eb8a98eab3bc20ebb094eb9e8ceab3bc20ebb384eab3bc20ec8b9c', '\xec9ca4eb8f99eca3bc', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (29, '\xecb184ec8b9deca3bcec9d98ec9e90', '\xed959ceab095', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (30, '\xd8b2d982d8a7d98220d8a7d984d985d8afd982', '\xd986d8acd98ad8a820d985d8add981d988d8b8', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (31, '\xd7a1d799d7a4d795d7a820d7a2d79c20d790d794d791d79420d795d797d795d7a9d79a', '\xd7a2d79ed795d7a120d7a2d795d796', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (32, '\xe0a497e0a58be0a4a6e0a4bee0a4a8', '\xe0a4aae0a58de0a4b0e0a587e0a4aee0a49ae0a482e0a4a6', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_folded VALUES (33, '\x6b657074', '\x6e6f626f6479', NULL, NULL, NULL, NULL, NULL);
INSERT INTO book_genres VALUES (1, 1, 0);
INSERT INTO book_genres VALUES (1, 5, 1);
INSERT INTO book_genres VALUES (2, 1, 1);
INSERT INTO book_genres VALUES (2, 3, 0);
INSERT INTO book_genres VALUES (3, 1, 0);
INSERT INTO book_genres VALUES (3, 4, 1);
INSERT INTO book_genres VALUES (4, 6, 0);
INSERT INTO book_genres VALUES (5, 6, 0);
INSERT INTO book_genres VALUES (6, 1, 1);
INSERT INTO book_genres VALUES (6, 6, 0);
INSERT INTO book_genres VALUES (7, 4, 0);
INSERT INTO book_genres VALUES (8, 4, 0);
INSERT INTO book_genres VALUES (9, 2, 0);
INSERT INTO book_genres VALUES (10, 2, 0);
INSERT INTO book_genres VALUES (10, 5, 1);
INSERT INTO book_genres VALUES (12, 1, 1);
INSERT INTO book_genres VALUES (12, 5, 0);
INSERT INTO book_genres VALUES (13, 1, 0);
INSERT INTO book_genres VALUES (14, 1, 0);
INSERT INTO book_genres VALUES (14, 5, 1);
INSERT INTO book_genres VALUES (15, 5, 1);
INSERT INTO book_genres VALUES (15, 7, 0);
INSERT INTO book_genres VALUES (16, 3, 1);
INSERT INTO book_genres VALUES (16, 8, 0);
INSERT INTO book_genres VALUES (17, 7, 0);
INSERT INTO book_genres VALUES (17, 8, 1);
INSERT INTO book_genres VALUES (18, 5, 0);
INSERT INTO book_genres VALUES (18, 8, 1);
INSERT INTO book_genres VALUES (19, 5, 0);
INSERT INTO book_genres VALUES (19, 8, 1);
INSERT INTO book_genres VALUES (20, 6, 0);
INSERT INTO book_genres VALUES (20, 8, 1);
INSERT INTO book_genres VALUES (21, 7, 0);
INSERT INTO book_genres VALUES (21, 9, 1);
INSERT INTO book_genres VALUES (22, 1, 1);
INSERT INTO book_genres VALUES (22, 9, 0);
INSERT INTO book_genres VALUES (23, 4, 1);
INSERT INTO book_genres VALUES (23, 10, 0);
INSERT INTO book_genres VALUES (24, 1, 1);
INSERT INTO book_genres VALUES (24, 10, 0);
INSERT INTO book_genres VALUES (25, 3, 1);
INSERT INTO book_genres VALUES (25, 5, 0);
INSERT INTO book_genres VALUES (26, 1, 1);
INSERT INTO book_genres VALUES (26, 11, 0);
INSERT INTO book_genres VALUES (27, 11, 0);
INSERT INTO book_genres VALUES (28, 7, 0);
INSERT INTO book_genres VALUES (28, 12, 1);
INSERT INTO book_genres VALUES (29, 1, 1);
INSERT INTO book_genres VALUES (29, 12, 0);
INSERT INTO book_genres VALUES (30, 1, 0);
INSERT INTO book_genres VALUES (31, 2, 0);
INSERT INTO book_genres VALUES (31, 5, 1);
INSERT INTO book_genres VALUES (32, 1, 0);
INSERT INTO book_genres VALUES (33, 14, 0);
INSERT INTO book_identifiers VALUES (4, 0, 'isbn', '9780441172719', '\x6973626e0039373830343431313732373139');
INSERT INTO book_search VALUES (1, 28);
INSERT INTO book_search VALUES (2, 54);
INSERT INTO book_search VALUES (3, 15);
INSERT INTO book_search VALUES (4, 18);
INSERT INTO book_search VALUES (5, 12);
INSERT INTO book_search VALUES (6, 14);
INSERT INTO book_search VALUES (7, 18);
INSERT INTO book_search VALUES (8, 12);
INSERT INTO book_search VALUES (9, 15);
INSERT INTO book_search VALUES (10, 15);
INSERT INTO book_search VALUES (11, 7);
INSERT INTO book_search VALUES (12, 22);
INSERT INTO book_search VALUES (13, 24);
INSERT INTO book_search VALUES (14, 28);
INSERT INTO book_search VALUES (15, 10);
INSERT INTO book_search VALUES (16, 17);
INSERT INTO book_search VALUES (17, 11);
INSERT INTO book_search VALUES (18, 5);
INSERT INTO book_search VALUES (19, 3);
INSERT INTO book_search VALUES (20, 8);
INSERT INTO book_search VALUES (21, 7);
INSERT INTO book_search VALUES (22, 8);
INSERT INTO book_search VALUES (23, 19);
INSERT INTO book_search VALUES (24, 8);
INSERT INTO book_search VALUES (25, 29);
INSERT INTO book_search VALUES (26, 46);
INSERT INTO book_search VALUES (27, 7);
INSERT INTO book_search VALUES (28, 32);
INSERT INTO book_search VALUES (29, 15);
INSERT INTO book_search VALUES (30, 11);
INSERT INTO book_search VALUES (31, 6);
INSERT INTO book_search VALUES (32, 9);
INSERT INTO book_search VALUES (33, 7);
INSERT INTO book_search_total VALUES (33, 540);
INSERT INTO book_words VALUES ('\x61', 1, '{268435456,268435459,268435468}');
INSERT INTO book_words VALUES ('\x63616d70', 1, '{268435469}');
INSERT INTO book_words VALUES ('\x63617272696573', 1, '{402653186}');
INSERT INTO book_words VALUES ('\x646f6e65', 1, '{268435466}');
INSERT INTO book_words VALUES ('\x646f776e', 1, '{402653193}');
INSERT INTO book_words VALUES ('\x666f72', 1, '{268435461}');
INSERT INTO book_words VALUES ('\x68616c66', 1, '{402653189}');
INSERT INTO book_words VALUES ('\x68617264', 1, '{402653190}');
INSERT INTO book_words VALUES ('\x696e', 1, '{268435467}');
INSERT INTO book_words VALUES ('\x6c656f6e', 1, '{134217728}');
INSERT INTO book_words VALUES ('\x6c6962656c', 1, '{268435462}');
INSERT INTO book_words VALUES ('\x6e6f76656c697374', 1, '{268435460}');
INSERT INTO book_words VALUES ('\x6f766572', 1, '{268435463}');
INSERT INTO book_words VALUES ('\x70687973696369616e', 1, '{268435457}');
INSERT INTO book_words VALUES ('\x707574', 1, '{402653192}');
INSERT INTO book_words VALUES ('\x7162', 1, '{0}');
INSERT INTO book_words VALUES ('\x7365636f6e64', 1, '{402653188}');
INSERT INTO book_words VALUES ('\x73756573', 1, '{268435458}');
INSERT INTO book_words VALUES ('\x746865', 1, '{402653184,402653187}');
INSERT INTO book_words VALUES ('\x746f', 1, '{402653191}');
INSERT INTO book_words VALUES ('\x747269616c', 1, '{402653185}');
INSERT INTO book_words VALUES ('\x75726973', 1, '{134217729}');
INSERT INTO book_words VALUES ('\x766969', 1, '{1}');
INSERT INTO book_words VALUES ('\x776173', 1, '{268435465}');
INSERT INTO book_words VALUES ('\x77686174', 1, '{268435464}');
INSERT INTO book_words VALUES ('\x61', 2, '{671088642,671088647,671088653,671088661}');
INSERT INTO book_words VALUES ('\x61636b6e6f776c6564676564', 2, '{671088645}');
INSERT INTO book_words VALUES ('\x6166746572', 2, '{671088666}');
INSERT INTO book_words VALUES ('\x616c6c', 2, '{671088667}');
INSERT INTO book_words VALUES ('\x616e64', 2, '{1,268435458}');
INSERT INTO book_words VALUES ('\x61757374656e', 2, '{134217729}');
INSERT INTO book_words VALUES ('\x6265', 2, '{268435467,671088657}');
INSERT INTO book_words VALUES ('\x62656e6e6574', 2, '{268435457}');
INSERT INTO book_words VALUES ('\x63616e', 2, '{268435466}');
INSERT INTO book_words VALUES ('\x6461726379', 2, '{268435460}');
INSERT INTO book_words VALUES ('\x6465636c617265', 2, '{671088665}');
INSERT INTO book_words VALUES ('\x65616368', 2, '{402653185}');
INSERT INTO book_words VALUES ('\x656c697a6162657468', 2, '{268435456}');
INSERT INTO book_words VALUES ('\x656e6a6f796d656e74', 2, '{671088671}');
INSERT INTO book_words VALUES ('\x6669727374', 2, '{268435464}');
INSERT INTO book_words VALUES ('\x666f7274756e65', 2, '{671088655}');
INSERT INTO book_words VALUES ('\x676f6f64', 2, '{671088654}');
INSERT INTO book_words VALUES ('\x686f77', 2, '{268435462}');
INSERT INTO book_words VALUES ('\x69', 2, '{671088664}');
INSERT INTO book_words VALUES ('\x696d7072657373696f6e73', 2, '{268435465}');
INSERT INTO book_words VALUES ('\x696e', 2, '{671088650,671088658}');
INSERT INTO book_words VALUES ('\x6973', 2, '{671088641,671088669}');
INSERT INTO book_words VALUES ('\x6974', 2, '{671088640}');
INSERT INTO book_words VALUES ('\x6a616e65', 2, '{134217728}');
INSERT INTO book_words VALUES ('\x6c6561726e', 2, '{268435461}');
INSERT INTO book_words VALUES ('\x6c696b65', 2, '{671088672}');
INSERT INTO book_words VALUES ('\x6d616e', 2, '{671088649}');
INSERT INTO book_words VALUES ('\x6d72', 2, '{268435459}');
INSERT INTO book_words VALUES ('\x6d757374', 2, '{671088656}');
INSERT INTO book_words VALUES ('\x6e6f', 2, '{671088670}');
INSERT INTO book_words VALUES ('\x6f66', 2, '{671088652,671088660}');
INSERT INTO book_words VALUES ('\x706f7373657373696f6e', 2, '{671088651}');
INSERT INTO book_words VALUES ('\x7072656a7564696365', 2, '{2}');
INSERT INTO book_words VALUES ('\x7072696465', 2, '{0}');
INSERT INTO book_words VALUES ('\x72656164696e67', 2, '{671088673}');
INSERT INTO book_words VALUES ('\x73696e676c65', 2, '{671088648}');
INSERT INTO book_words VALUES ('\x74686174', 2, '{671088646}');
INSERT INTO book_words VALUES ('\x7468657265', 2, '{671088668}');
INSERT INTO book_words VALUES ('\x74696d65', 2, '{402653186}');
INSERT INTO book_words VALUES ('\x7472757468', 2, '{671088643}');
INSERT INTO book_words VALUES ('\x756e6976657273616c6c79', 2, '{671088644}');
INSERT INTO book_words VALUES ('\x77616e74', 2, '{671088659}');
INSERT INTO book_words VALUES ('\x77696665', 2, '{671088662}');
INSERT INTO book_words VALUES ('\x77697474696572', 2, '{402653184}');
INSERT INTO book_words VALUES ('\x77726f6e67', 2, '{268435463}');
INSERT INTO book_words VALUES ('\xf48fbfbf', 2, '{671088663}');
INSERT INTO book_words VALUES ('\x616d', 3, '{671088643}');
INSERT INTO book_words VALUES ('\x616e64', 3, '{671088645}');
INSERT INTO book_words VALUES ('\x626577617265', 3, '{671088640}');
INSERT INTO book_words VALUES ('\x666561726c657373', 3, '{671088644}');
INSERT INTO book_words VALUES ('\x666f72', 3, '{671088641}');
INSERT INTO book_words VALUES ('\x6672616e6b656e737465696e', 3, '{0}');
INSERT INTO book_words VALUES ('\x69', 3, '{671088642}');
INSERT INTO book_words VALUES ('\x6d617279', 3, '{134217728}');
INSERT INTO book_words VALUES ('\x6d6f6465726e', 3, '{3}');
INSERT INTO book_words VALUES ('\x6f72', 3, '{1}');
INSERT INTO book_words VALUES ('\x706f77657266756c', 3, '{671088647}');
INSERT INTO book_words VALUES ('\x70726f6d657468657573', 3, '{4}');
INSERT INTO book_words VALUES ('\x7368656c6c6579', 3, '{134217729}');
INSERT INTO book_words VALUES ('\x746865', 3, '{2}');
INSERT INTO book_words VALUES ('\x7468657265666f7265', 3, '{671088646}');
INSERT INTO book_words VALUES ('\x61', 4, '{268435456,268435460}');
INSERT INTO book_words VALUES ('\x616e64', 4, '{268435463}');
INSERT INTO book_words VALUES ('\x646573657274', 4, '{268435461}');
INSERT INTO book_words VALUES ('\x64756e65', 4, '{0}');
INSERT INTO book_words VALUES ('\x66616d696c79', 4, '{268435457}');
INSERT INTO book_words VALUES ('\x6672616e6b', 4, '{134217728}');
INSERT INTO book_words VALUES ('\x676976656e', 4, '{268435459}');
INSERT INTO book_words VALUES ('\x68657262657274', 4, '{134217729}');
INSERT INTO book_words VALUES ('\x6973', 4, '{268435458}');
INSERT INTO book_words VALUES ('\x6974', 4, '{268435465}');
INSERT INTO book_words VALUES ('\x6f66', 4, '{268435469}');
INSERT INTO book_words VALUES ('\x6f6e6c79', 4, '{268435467}');
INSERT INTO book_words VALUES ('\x706c616e6574', 4, '{268435462}');
INSERT INTO book_words VALUES ('\x736f75726365', 4, '{268435468}');
INSERT INTO book_words VALUES ('\x7370696365', 4, '{268435470}');
INSERT INTO book_words VALUES ('\x746865', 4, '{268435466}');
INSERT INTO book_words VALUES ('\x77697468', 4, '{268435464}');
INSERT INTO book_words VALUES ('\x6261636b', 5, '{536870917}');
INSERT INTO book_words VALUES ('\x6279', 5, '{536870913}');
INSERT INTO book_words VALUES ('\x64756e65', 5, '{0}');
INSERT INTO book_words VALUES ('\x6672616e6b', 5, '{134217728}');
INSERT INTO book_words VALUES ('\x67697665', 5, '{536870915}');
INSERT INTO book_words VALUES ('\x68657262657274', 5, '{134217729}');
INSERT INTO book_words VALUES ('\x696e', 5, '{536870918}');
INSERT INTO book_words VALUES ('\x6974', 5, '{536870916}');
INSERT INTO book_words VALUES ('\x6c656e74', 5, '{536870912}');
INSERT INTO book_words VALUES ('\x6d657373696168', 5, '{1}');
INSERT INTO book_words VALUES ('\x6f6c61', 5, '{536870914}');
INSERT INTO book_words VALUES ('\x737072696e67', 5, '{536870919}');
INSERT INTO book_words VALUES ('\x636861726765', 6, '{536870914}');
INSERT INTO book_words VALUES ('\x646f6d61696e', 6, '{536870919}');
INSERT INTO book_words VALUES ('\x66726565', 6, '{536870912}');
INSERT INTO book_words VALUES ('\x67', 6, '{134217729}');
INSERT INTO book_words VALUES ('\x68', 6, '{134217728}');
INSERT INTO book_words VALUES ('\x696e', 6, '{536870916}');
INSERT INTO book_words VALUES ('\x6c6f6e67', 6, '{536870915}');
INSERT INTO book_words VALUES ('\x6d616368696e65', 6, '{2}');
INSERT INTO book_words VALUES ('\x6f66', 6, '{536870913}');
INSERT INTO book_words VALUES ('\x7075626c6963', 6, '{536870918}');
INSERT INTO book_words VALUES ('\x746865', 6, '{0,536870917}');
INSERT INTO book_words VALUES ('\x74696d65', 6, '{1}');
INSERT INTO book_words VALUES ('\x77656c6c73', 6, '{134217730}');
INSERT INTO book_words VALUES ('\x61', 7, '{671088647}');
INSERT INTO book_words VALUES ('\x617274687572', 7, '{134217728}');
INSERT INTO book_words VALUES ('\x6261736b657276696c6c6573', 7, '{4}');
INSERT INTO book_words VALUES ('\x636f6e616e', 7, '{134217729}');
INSERT INTO book_words VALUES ('\x646f796c65', 7, '{134217730}');
INSERT INTO book_words VALUES ('\x666f6f747072696e7473', 7, '{671088645}');
INSERT INTO book_words VALUES ('\x676967616e746963', 7, '{671088648}');
INSERT INTO book_words VALUES ('\x686f6c6d6573', 7, '{671088641}');
INSERT INTO book_words VALUES ('\x686f756e64', 7, '{1,671088649}');
INSERT INTO book_words VALUES ('\x6d72', 7, '{671088640}');
INSERT INTO book_words VALUES ('\x6f66', 7, '{2,671088646}');
INSERT INTO book_words VALUES ('\x746865', 7, '{0,3,671088644}');
INSERT INTO book_words VALUES ('\x74686579', 7, '{671088642}');
INSERT INTO book_words VALUES ('\x77657265', 7, '{671088643}');
INSERT INTO book_words VALUES ('\x666c796e6e', 8, '{134217729}');
INSERT INTO book_words VALUES ('\x666f72', 8, '{402653185}');
INSERT INTO book_words VALUES ('\x67696c6c69616e', 8, '{134217728}');
INSERT INTO book_words VALUES ('\x6769726c', 8, '{1}');
INSERT INTO book_words VALUES ('\x676f6e65', 8, '{0}');
INSERT INTO book_words VALUES ('\x696e', 8, '{402653188}');
INSERT INTO book_words VALUES ('\x6974', 8, '{402653189}');
INSERT INTO book_words VALUES ('\x6c696b65', 8, '{402653191}');
INSERT INTO book_words VALUES ('\x6d65', 8, '{402653186}');
INSERT INTO book_words VALUES ('\x6e6f626f6479', 8, '{402653187}');
INSERT INTO book_words VALUES ('\x6e6f74', 8, '{402653184}');
INSERT INTO book_words VALUES ('\x746f', 8, '{402653190}');
INSERT INTO book_words VALUES ('\x62656361757365', 9, '{671088645}');
INSERT INTO book_words VALUES ('\x6461766964', 9, '{134217729}');
INSERT INTO book_words VALUES ('\x64656c696265726174656c79', 9, '{671088650}');
INSERT INTO book_words VALUES ('\x68656e7279', 9, '{134217728}');
INSERT INTO book_words VALUES ('\x69', 9, '{671088640,671088646}');
INSERT INTO book_words VALUES ('\x6c697665', 9, '{671088649}');
INSERT INTO book_words VALUES ('\x746865', 9, '{671088643}');
INSERT INTO book_words VALUES ('\x74686f72656175', 9, '{134217730}');
INSERT INTO book_words VALUES ('\x746f', 9, '{671088642,671088648}');
INSERT INTO book_words VALUES ('\x77616c64656e', 9, '{0}');
INSERT INTO book_words VALUES ('\x77656e74', 9, '{671088641}');
INSERT INTO book_words VALUES ('\x776973686564', 9, '{671088647}');
INSERT INTO book_words VALUES ('\x776f6f6473', 9, '{671088644}');
INSERT INTO book_words VALUES ('\x636861726c6573', 10, '{134217728}');
INSERT INTO book_words VALUES ('\x64617277696e', 10, '{134217729}');
INSERT INTO book_words VALUES ('\x6772616e64657572', 10, '{671088642}');
INSERT INTO book_words VALUES ('\x696e', 10, '{671088643}');
INSERT INTO book_words VALUES ('\x6973', 10, '{671088641}');
INSERT INTO book_words VALUES ('\x6c696665', 10, '{671088647}');
INSERT INTO book_words VALUES ('\x6f66', 10, '{3,671088646}');
INSERT INTO book_words VALUES ('\x6f6e', 10, '{0}');
INSERT INTO book_words VALUES ('\x6f726967696e', 10, '{2}');
INSERT INTO book_words VALUES ('\x73706563696573', 10, '{4}');
INSERT INTO book_words VALUES ('\x746865', 10, '{1}');
INSERT INTO book_words VALUES ('\x7468657265', 10, '{671088640}');
INSERT INTO book_words VALUES ('\x74686973', 10, '{671088644}');
INSERT INTO book_words VALUES ('\x76696577', 10, '{671088645}');
INSERT INTO book_words VALUES ('\x656c656d656e7473', 11, '{1}');
INSERT INTO book_words VALUES ('\x6a72', 11, '{134217730}');
INSERT INTO book_words VALUES ('\x6f66', 11, '{2}');
INSERT INTO book_words VALUES ('\x737472756e6b', 11, '{134217729}');
INSERT INTO book_words VALUES ('\x7374796c65', 11, '{3}');
INSERT INTO book_words VALUES ('\x746865', 11, '{0}');
INSERT INTO book_words VALUES ('\x77696c6c69616d', 11, '{134217728}');
INSERT INTO book_words VALUES ('\x616e6369656e', 12, '{268435457}');
INSERT INTO book_words VALUES ('\x6465', 12, '{402653190}');
INSERT INTO book_words VALUES ('\x6574', 12, '{268435464,402653186}');
INSERT INTO book_words VALUES ('\x666f72636174', 12, '{268435458}');
INSERT INTO book_words VALUES ('\x6875676f', 12, '{134217729}');
INSERT INTO book_words VALUES ('\x6c65', 12, '{268435462}');
INSERT INTO book_words VALUES ('\x6c6573', 12, '{0}');
INSERT INTO book_words VALUES ('\x6c6f6e67', 12, '{402653185}');
INSERT INTO book_words VALUES ('\x6d6973657261626c6573', 12, '{1}');
INSERT INTO book_words VALUES ('\x70616765', 12, '{402653189}');
INSERT INTO book_words VALUES ('\x7061726973', 12, '{268435465}');
INSERT INTO book_words VALUES ('\x706173', 12, '{402653187}');
INSERT INTO book_words VALUES ('\x706f6c6963696572', 12, '{268435460}');
INSERT INTO book_words VALUES ('\x706f757273756974', 12, '{268435463}');
INSERT INTO book_words VALUES ('\x717569', 12, '{268435461}');
INSERT INTO book_words VALUES ('\x74726f70', 12, '{402653184,402653191}');
INSERT INTO book_words VALUES ('\x756e', 12, '{268435456,268435459}');
INSERT INTO book_words VALUES ('\x756e65', 12, '{402653188}');
INSERT INTO book_words VALUES ('\x766963746f72', 12, '{134217728}');
INSERT INTO book_words VALUES ('\x616c73', 13, '{671088640}');
INSERT INTO book_words VALUES ('\x617573', 13, '{671088645}');
INSERT INTO book_words VALUES ('\x62657474', 13, '{671088654}');
INSERT INTO book_words VALUES ('\x646965', 13, '{0}');
INSERT INTO book_words VALUES ('\x65696e656d', 13, '{671088656}');
INSERT INTO book_words VALUES ('\x65696e6573', 13, '{671088643}');
INSERT INTO book_words VALUES ('\x6572', 13, '{671088650}');
INSERT INTO book_words VALUES ('\x6572776163687465', 13, '{671088648}');
INSERT INTO book_words VALUES ('\x66616e64', 13, '{671088649}');
INSERT INTO book_words VALUES ('\x6672616e7a', 13, '{134217728}');
INSERT INTO book_words VALUES ('\x677265676f72', 13, '{671088641}');
INSERT INTO book_words VALUES ('\x696e', 13, '{671088652}');
INSERT INTO book_words VALUES ('\x6b61666b61', 13, '{134217729}');
INSERT INTO book_words VALUES ('\x6d6f7267656e73', 13, '{671088644}');
INSERT INTO book_words VALUES ('\x73616d7361', 13, '{671088642}');
INSERT INTO book_words VALUES ('\x7365696e656d', 13, '{671088653}');
INSERT INTO book_words VALUES ('\x73696368', 13, '{671088651}');
INSERT INTO book_words VALUES ('\x747261756d656e', 13, '{671088647}');
INSERT INTO book_words VALUES ('\x756e67656865756572656e', 13, '{671088657}');
INSERT INTO book_words VALUES ('\x756e67657a6965666572', 13, '{671088658}');
INSERT INTO book_words VALUES ('\x756e7275686967656e', 13, '{671088646}');
INSERT INTO book_words VALUES ('\x76657277616e64656c74', 13, '{671088659}');
INSERT INTO book_words VALUES ('\x76657277616e646c756e67', 13, '{1}');
INSERT INTO book_words VALUES ('\x7a75', 13, '{671088655}');
INSERT INTO book_words VALUES ('\x61', 14, '{536870913}');
INSERT INTO book_words VALUES ('\x61636f726461726d65', 14, '{671088651}');
INSERT INTO book_words VALUES ('\x63657276616e746573', 14, '{134217730}');
INSERT INTO book_words VALUES ('\x6375796f', 14, '{671088647}');
INSERT INTO book_words VALUES ('\x6465', 14, '{5,134217729,671088643,671088646}');
INSERT INTO book_words VALUES ('\x646f6e', 14, '{3}');
INSERT INTO book_words VALUES ('\x656c', 14, '{0}');
INSERT INTO book_words VALUES ('\x656e', 14, '{536870915,671088640}');
INSERT INTO book_words VALUES ('\x686964616c676f', 14, '{2}');
INSERT INTO book_words VALUES ('\x696e67656e696f736f', 14, '{1}');
INSERT INTO book_words VALUES ('\x696e74656e7461726c6f', 14, '{536870914}');
INSERT INTO book_words VALUES ('\x6c61', 14, '{6,671088644}');
INSERT INTO book_words VALUES ('\x6c75676172', 14, '{671088642}');
INSERT INTO book_words VALUES ('\x6d616e636861', 14, '{7,671088645}');
INSERT INTO book_words VALUES ('\x6d696775656c', 14, '{134217728}');
INSERT INTO book_words VALUES ('\x6e6f', 14, '{671088649}');
INSERT INTO book_words VALUES ('\x6e6f6d627265', 14, '{671088648}');
INSERT INTO book_words VALUES ('\x71756965726f', 14, '{671088650}');
INSERT INTO book_words VALUES ('\x7175696a6f7465', 14, '{4}');
INSERT INTO book_words VALUES ('\x756e', 14, '{671088641}');
INSERT INTO book_words VALUES ('\x766572616e6f', 14, '{536870916}');
INSERT INTO book_words VALUES ('\x766f6c766572', 14, '{536870912}');
INSERT INTO book_words VALUES ('\x61656e656973', 15, '{0}');
INSERT INTO book_words VALUES ('\x6574', 15, '{671088641}');
INSERT INTO book_words VALUES ('\x666f7273616e', 15, '{671088640}');
INSERT INTO book_words VALUES ('\x68616563', 15, '{671088642}');
INSERT INTO book_words VALUES ('\x69757661626974', 15, '{671088645}');
INSERT INTO book_words VALUES ('\x6d61726f', 15, '{134217730}');
INSERT INTO book_words VALUES ('\x6d656d696e69737365', 15, '{671088644}');
INSERT INTO book_words VALUES ('\x6f6c696d', 15, '{671088643}');
INSERT INTO book_words VALUES ('\x7075626c697573', 15, '{134217728}');
INSERT INTO book_words VALUES ('\x76657267696c697573', 15, '{134217729}');
INSERT INTO book_words VALUES ('\x626f6c65736c6177', 16, '{134217728}');
INSERT INTO book_words VALUES ('\x6872616269616e6b61', 16, '{268435458}');
INSERT INTO book_words VALUES ('\x69', 16, '{268435460,402653188}');
INSERT INTO book_words VALUES ('\x697a6162656c61', 16, '{268435459}');
INSERT INTO book_words VALUES ('\x6a616b61', 16, '{402653190}');
INSERT INTO book_words VALUES ('\x6b7570696563', 16, '{268435456}');
INSERT INTO book_words VALUES ('\x6c616c6b61', 16, '{0}');
INSERT INTO book_words VALUES ('\x6d696c6f736369', 16, '{402653189}');
INSERT INTO book_words VALUES ('\x6e616a6c6570737a61', 16, '{402653184}');
INSERT INTO book_words VALUES ('\x6f', 16, '{402653186}');
INSERT INTO book_words VALUES ('\x7069656e6961647a616368', 16, '{402653187}');
INSERT INTO book_words VALUES ('\x706f7769657363', 16, '{402653185}');
INSERT INTO book_words VALUES ('\x70727573', 16, '{134217729}');
INSERT INTO book_words VALUES ('\x776172737a617761', 16, '{268435461}');
INSERT INTO book_words VALUES ('\x776f6b756c736b69', 16, '{268435457}');
INSERT INTO book_words VALUES ('\x7a6e616d', 16, '{402653191}');
INSERT INTO book_words VALUES ('\x6164616d', 17, '{134217728}');
INSERT INTO book_words VALUES ('\x6a616b', 17, '{671088645}');
INSERT INTO book_words VALUES ('\x6a6573746573', 17, '{671088644}');
INSERT INTO book_words VALUES ('\x6c6974776f', 17, '{671088640}');
INSERT INTO book_words VALUES ('\x6d69636b69657769637a', 17, '{134217729}');
INSERT INTO book_words VALUES ('\x6d6f6a61', 17, '{671088642}');
INSERT INTO book_words VALUES ('\x6f6a637a797a6e6f', 17, '{671088641}');
INSERT INTO book_words VALUES ('\x70616e', 17, '{0}');
INSERT INTO book_words VALUES ('\x7461646575737a', 17, '{1}');
INSERT INTO book_words VALUES ('\x7479', 17, '{671088643}');
INSERT INTO book_words VALUES ('\x7a64726f776965', 17, '{671088646}');
INSERT INTO book_words VALUES ('\x68656e72796b', 18, '{134217728}');
INSERT INTO book_words VALUES ('\x69', 18, '{1}');
INSERT INTO book_words VALUES ('\x6d6965637a656d', 18, '{2}');
INSERT INTO book_words VALUES ('\x6f676e69656d', 18, '{0}');
INSERT INTO book_words VALUES ('\x7369656e6b69657769637a', 18, '{134217729}');
INSERT INTO book_words VALUES ('\x68656e72796b', 19, '{134217728}');
INSERT INTO book_words VALUES ('\x706f746f70', 19, '{0}');
INSERT INTO book_words VALUES ('\x7369656e6b69657769637a', 19, '{134217729}');
INSERT INTO book_words VALUES ('\x6a657374', 20, '{402653185}');
INSERT INTO book_words VALUES ('\x6c656d', 20, '{134217729}');
INSERT INTO book_words VALUES ('\x6e616a6c6570737a61', 20, '{402653187}');
INSERT INTO book_words VALUES ('\x6f6365616e', 20, '{402653184}');
INSERT INTO book_words VALUES ('\x706f737461636961', 20, '{402653188}');
INSERT INTO book_words VALUES ('\x736f6c61726973', 20, '{0}');
INSERT INTO book_words VALUES ('\x7374616e69736c6177', 20, '{134217728}');
INSERT INTO book_words VALUES ('\x7475', 20, '{402653186}');
INSERT INTO book_words VALUES ('\xceb1cebdceb4cf81ceb1', 21, '{671088640}');
INSERT INTO book_words VALUES ('\xceb5cebdcebdceb5cf80ceb5', 21, '{671088642}');
INSERT INTO book_words VALUES ('\xcebccebfceb9', 21, '{671088641}');
INSERT INTO book_words VALUES ('\xcebccebfcf85cf83ceb1', 21, '{671088643}');
INSERT INTO book_words VALUES ('\xcebfceb4cf85cf83cf83ceb5ceb9ceb1', 21, '{0}');
INSERT INTO book_words VALUES ('\xcebfcebcceb7cf81cebfcf83', 21, '{134217728}');
INSERT INTO book_words VALUES ('\xcf80cebfcebbcf85cf84cf81cebfcf80cebfcebd', 21, '{671088644}');
INSERT INTO book_words VALUES ('\xceb1cebbceb5cebeceb7', 22, '{4}');
INSERT INTO book_words VALUES ('\xceb2ceb9cebfcf83', 22, '{0}');
INSERT INTO book_words VALUES ('\xceb6cebfcf81cebccf80ceb1', 22, '{5}');
INSERT INTO book_words VALUES ('\xcebaceb1ceb6ceb1cebdcf84ceb6ceb1cebaceb7cf83', 22, '{134217729}');
INSERT INTO book_words VALUES ('\xcebaceb1ceb9', 22, '{1}');
INSERT INTO book_words VALUES ('\xcebdceb9cebacebfcf83', 22, '{134217728}');
INSERT INTO book_words VALUES ('\xcf80cebfcebbceb9cf84ceb5ceb9ceb1', 22, '{2}');
INSERT INTO book_words VALUES ('\xcf84cebfcf85', 22, '{3}');
INSERT INTO book_words VALUES ('\xd0b2d181d0b5d0bcd183', 23, '{671088641}');
INSERT INTO book_words VALUES ('\xd0b4d0bed181d182d0bed0b5d0b2d181d0bad0b8d0b8', 23, '{134217729}');
INSERT INTO book_words VALUES ('\xd0b6d0b8d182d18c', 23, '{268435463}');
INSERT INTO book_words VALUES ('\xd0b8', 23, '{1,268435458}');
INSERT INTO book_words VALUES ('\xd0bad0be', 23, '{671088640}');
INSERT INTO book_words VALUES ('\xd0bcd0bed0b6d0b5d182', 23, '{268435460}');
INSERT INTO book_words VALUES ('\xd0bdd0b0d0bad0b0d0b7d0b0d0bdd0b8d0b5', 23, '{2}');
INSERT INTO book_words VALUES ('\xd0bdd0b5', 23, '{268435459}');
INSERT INTO book_words VALUES ('\xd0bfd0bed0b4d0bbd0b5d186', 23, '{671088643}');
INSERT INTO book_words VALUES ('\xd0bfd180d0b5d181d182d183d0bfd0bbd0b5d0bdd0b8d0b5', 23, '{0}');
INSERT INTO book_words VALUES ('\xd0bfd180d0b8d0b2d18bd0bad0b0d0b5d182', 23, '{671088645}');
INSERT INTO book_words VALUES ('\xd181', 23, '{268435461}');
INSERT INTO book_words VALUES ('\xd181d182d183d0b4d0b5d0bdd182', 23, '{268435456}');
INSERT INTO book_words VALUES ('\xd182d0be', 23, '{671088642}');
INSERT INTO book_words VALUES ('\xd183d0b1d0b8d0b2d0b0d0b5d182', 23, '{268435457}');
INSERT INTO book_words VALUES ('\xd184d0b5d0b4d0bed180', 23, '{134217728}');
INSERT INTO book_words VALUES ('\xd187d0b5d0bbd0bed0b2d0b5d0ba', 23, '{671088644}');
INSERT INTO book_words VALUES ('\xd18dd182d0b8d0bc', 23, '{268435462}');
INSERT INTO book_words VALUES ('\xd0b1d183d0bbd0b3d0b0d0bad0bed0b2', 24, '{134217729}');
INSERT INTO book_words VALUES ('\xd0b2d181d0b5d185', 24, '{402653186}');
INSERT INTO book_words VALUES ('\xd0b8', 24, '{1}');
INSERT INTO book_words VALUES ('\xd0bad0bed182', 24, '{402653184}');
INSERT INTO book_words VALUES ('\xd0bbd183d187d188d0b5', 24, '{402653185}');
INSERT INTO book_words VALUES ('\xd0bcd0b0d180d0b3d0b0d180d0b8d182d0b0', 24, '{2}');
INSERT INTO book_words VALUES ('\xd0bcd0b0d181d182d0b5d180', 24, '{0}');
INSERT INTO book_words VALUES ('\xd0bcd0b8d185d0b0d0b8d0bb', 24, '{134217728}');
INSERT INTO book_words VALUES ('\xe4b880e68a8a', 25, '{671088645}');
INSERT INTO book_words VALUES ('\xe4ba8b', 25, '{268435468}');
INSERT INTO book_words VALUES ('\xe59490e8a880', 25, '{671088643}');
INSERT INTO book_words VALUES ('\xe5a4a2', 25, '{2}');
INSERT INTO book_words VALUES ('\xe5afb6e78e89', 25, '{268435461}');
INSERT INTO book_words VALUES ('\xe5ba9ce79a84', 25, '{268435457}');
INSERT INTO book_words VALUES ('\xe68a8ae8be9b', 25, '{671088646}');
INSERT INTO book_words VALUES ('\xe69585e4ba8b', 25, '{268435467}');
INSERT INTO book_words VALUES ('\xe69bb9e99baa', 25, '{134217728}');
INSERT INTO book_words VALUES ('\xe6a893e5a4a2', 25, '{1}');
INSERT INTO book_words VALUES ('\xe6b79a', 25, '{671088649}');
INSERT INTO book_words VALUES ('\xe6bbbfe7b499', 25, '{671088640}');
INSERT INTO book_words VALUES ('\xe78e89e79a84', 25, '{268435465}');
INSERT INTO book_words VALUES ('\xe78e89e88887', 25, '{268435462}');
INSERT INTO book_words VALUES ('\xe79a84e69585', 25, '{268435466}');
INSERT INTO book_words VALUES ('\xe79a84e88888', 25, '{268435458}');
INSERT INTO book_words VALUES ('\xe7b485e6a893', 25, '{0}');
INSERT INTO book_words VALUES ('\xe7b499e88d92', 25, '{671088641}');
INSERT INTO book_words VALUES ('\xe88887e9bb9b', 25, '{268435463}');
INSERT INTO book_words VALUES ('\xe88888e8a1b0', 25, '{268435459}');
INSERT INTO book_words VALUES ('\xe88ab9', 25, '{134217730}');
INSERT INTO book_words VALUES ('\xe88d92e59490', 25, '{671088642}');
INSERT INTO book_words VALUES ('\xe8a1b0', 25, '{268435460}');
INSERT INTO book_words VALUES ('\xe8a880', 25, '{671088644}');
INSERT INTO book_words VALUES ('\xe8b388e5ba9c', 25, '{268435456}');
INSERT INTO book_words VALUES ('\xe8be9be985b8', 25, '{671088647}');
INSERT INTO book_words VALUES ('\xe985b8e6b79a', 25, '{671088648}');
INSERT INTO book_words VALUES ('\xe99baae88ab9', 25, '{134217729}');
INSERT INTO book_words VALUES ('\xe9bb9be78e89', 25, '{268435464}');
INSERT INTO book_words VALUES ('\xe38182e3828b', 26, '{5,671088645}');
INSERT INTO book_words VALUES ('\xe38184', 26, '{671088653}');
INSERT INTO book_words VALUES ('\xe38184e4b8bb', 26, '{268435463}');
INSERT INTO book_words VALUES ('\xe38184e78cab', 26, '{268435459}');
INSERT INTO book_words VALUES ('\xe3818b', 26, '{268435461}');
INSERT INTO book_words VALUES ('\xe38199e3828b', 26, '{268435475}');
INSERT INTO book_words VALUES ('\xe3819de381ae', 26, '{268435466}');
INSERT INTO book_words VALUES ('\xe3819fe381a1', 26, '{268435470}');
INSERT INTO book_words VALUES ('\xe3819fe784a1', 26, '{671088651}');
INSERT INTO book_words VALUES ('\xe381a1e38292', 26, '{268435471}');
INSERT INTO book_words VALUES ('\xe381a6e38182', 26, '{4,671088644}');
INSERT INTO book_words VALUES ('\xe381a8e3819d', 26, '{268435465}');
INSERT INTO book_words VALUES ('\xe381aae38184', 26, '{268435458}');
INSERT INTO book_words VALUES ('\xe381aee381aa', 26, '{268435457}');
INSERT INTO book_words VALUES ('\xe381aee58f8b', 26, '{268435467}');
INSERT INTO book_words VALUES ('\xe381afe381be', 26, '{671088649}');
INSERT INTO book_words VALUES ('\xe381afe78cab', 26, '{2,671088642}');
INSERT INTO book_words VALUES ('\xe381bee3819f', 26, '{671088650}');
INSERT INTO book_words VALUES ('\xe3828b', 26, '{6,268435476,671088646}');
INSERT INTO book_words VALUES ('\xe38292e8a6b3', 26, '{268435472}');
INSERT INTO book_words VALUES ('\xe4b8bbe381a8', 26, '{268435464}');
INSERT INTO book_words VALUES ('\xe4babae3819f', 26, '{268435469}');
INSERT INTO book_words VALUES ('\xe5898de381af', 26, '{671088648}');
INSERT INTO book_words VALUES ('\xe58f8be4baba', 26, '{268435468}');
INSERT INTO book_words VALUES ('\xe5908de381ae', 26, '{268435456}');
INSERT INTO book_words VALUES ('\xe5908de5898d', 26, '{671088647}');
INSERT INTO book_words VALUES ('\xe590bee8bca9', 26, '{0,671088640}');
INSERT INTO book_words VALUES ('\xe5a48fe79bae', 26, '{134217728}');
INSERT INTO book_words VALUES ('\xe5af9fe38199', 26, '{268435474}');
INSERT INTO book_words VALUES ('\xe6bcb1e79fb3', 26, '{134217730}');
INSERT INTO book_words VALUES ('\xe784a1e38184', 26, '{671088652}');
INSERT INTO book_words VALUES ('\xe78cabe3818b', 26, '{268435460}');
INSERT INTO book_words VALUES ('\xe78cabe381a6', 26, '{3,671088643}');
INSERT INTO book_words VALUES ('\xe79baee6bcb1', 26, '{134217729}');
INSERT INTO book_words VALUES ('\xe79fb3', 26, '{134217731}');
INSERT INTO book_words VALUES ('\xe8a6b3e5af9f', 26, '{268435473}');
INSERT INTO book_words VALUES ('\xe8bca9e381af', 26, '{1,671088641}');
INSERT INTO book_words VALUES ('\xe9a3bce38184', 26, '{268435462}');
INSERT INTO book_words VALUES ('\xe38193e38193', 27, '{0}');
INSERT INTO book_words VALUES ('\xe38193e3828d', 27, '{1}');
INSERT INTO book_words VALUES ('\xe3828d', 27, '{2}');
INSERT INTO book_words VALUES ('\xe5a48fe79bae', 27, '{134217728}');
INSERT INTO book_words VALUES ('\xe6bcb1e79fb3', 27, '{134217730}');
INSERT INTO book_words VALUES ('\xe79baee6bcb1', 27, '{134217729}');
INSERT INTO book_words VALUES ('\xe79fb3', 27, '{134217731}');
INSERT INTO book_words VALUES ('\xeab3bc', 28, '{2,5,7}');
INSERT INTO book_words VALUES ('\xeab8b0eba5bc', 28, '{671088658}');
INSERT INTO book_words VALUES ('\xeab98ceca780', 28, '{671088643}');
INSERT INTO book_words VALUES ('\xeb8184eb9fbc', 28, '{671088654}');
INSERT INTO book_words VALUES ('\xeb82a0eab98c', 28, '{671088642}');
INSERT INTO book_words VALUES ('\xeb8a94', 28, '{671088641}');
INSERT INTO book_words VALUES ('\xeb8a98eab3bc', 28, '{1}');
INSERT INTO book_words VALUES ('\xeb8a98ec9d84', 28, '{671088646}');
INSERT INTO book_words VALUES ('\xeb8f99eca3bc', 28, '{134217729}');
INSERT INTO book_words VALUES ('\xeb9e8ceab3bc', 28, '{4}');
INSERT INTO book_words VALUES ('\xeb9fac', 28, '{671088650}');
INSERT INTO book_words VALUES ('\xeb9faceb9fac', 28, '{671088649}');
INSERT INTO book_words VALUES ('\xeb9fbcec9db4', 28, '{671088655}');
INSERT INTO book_words VALUES ('\xeba5bc', 28, '{671088659}');
INSERT INTO book_words VALUES ('\xebb094eb9e8c', 28, '{3}');
INSERT INTO book_words VALUES ('\xebb384eab3bc', 28, '{6}');
INSERT INTO book_words VALUES ('\xebb680eb8184', 28, '{671088653}');
INSERT INTO book_words VALUES ('\xec8b9c', 28, '{8}');
INSERT INTO book_words VALUES ('\xec9786eab8b0', 28, '{671088657}');
INSERT INTO book_words VALUES ('\xec9ab0eb9fac', 28, '{671088648}');
INSERT INTO book_words VALUES ('\xec9ca4eb8f99', 28, '{134217728}');
INSERT INTO book_words VALUES ('\xec9d84', 28, '{671088647}');
INSERT INTO book_words VALUES ('\xec9db4', 28, '{671088656}');
INSERT INTO book_words VALUES ('\xeca090', 28, '{671088652}');
INSERT INTO book_words VALUES ('\xeca3bc', 28, '{134217730}');
INSERT INTO book_words VALUES ('\xeca3bdeb8a94', 28, '{671088640}');
INSERT INTO book_words VALUES ('\xeca780', 28, '{671088644}');
INSERT INTO book_words VALUES ('\xed9598eb8a98', 28, '{0,671088645}');
INSERT INTO book_words VALUES ('\xed959c', 28, '{671088651}');
INSERT INTO book_words VALUES ('\xeab095', 29, '{134217729}');
INSERT INTO book_words VALUES ('\xeb82a8eb8a94', 29, '{402653189}');
INSERT INTO book_words VALUES ('\xeb8a94eb8ba4', 29, '{402653190}');
INSERT INTO book_words VALUES ('\xeb8ba4', 29, '{402653191}');
INSERT INTO book_words VALUES ('\xeb9e98', 29, '{402653188}');
INSERT INTO book_words VALUES ('\xeba78c', 29, '{402653186}');
INSERT INTO book_words VALUES ('\xec8b9deca3bc', 29, '{1}');
INSERT INTO book_words VALUES ('\xec98a4eb9e98', 29, '{402653187}');
INSERT INTO book_words VALUES ('\xec9d98ec9e90', 29, '{3}');
INSERT INTO book_words VALUES ('\xec9e90', 29, '{4}');
INSERT INTO book_words VALUES ('\xeca3bcec9d98', 29, '{2}');
INSERT INTO book_words VALUES ('\xeca780eba78c', 29, '{402653185}');
INSERT INTO book_words VALUES ('\xeca7a7eca780', 29, '{402653184}');
INSERT INTO book_words VALUES ('\xecb184ec8b9d', 29, '{0}');
INSERT INTO book_words VALUES ('\xed959ceab095', 29, '{134217728}');
INSERT INTO book_words VALUES ('\xd8a7d984d8add8b1d8a8', 30, '{268435462}');
INSERT INTO book_words VALUES ('\xd8a7d984d982d8a7d987d8b1d8a9', 30, '{268435460}');
INSERT INTO book_words VALUES ('\xd8a7d984d985d8afd982', 30, '{1}');
INSERT INTO book_words VALUES ('\xd8a7d987d984', 30, '{268435457}');
INSERT INTO book_words VALUES ('\xd8a7d98ad8a7d985', 30, '{268435461}');
INSERT INTO book_words VALUES ('\xd8add98ad8a7d8a9', 30, '{268435456}');
INSERT INTO book_words VALUES ('\xd8b2d982d8a7d982', 30, '{0,268435458}');
INSERT INTO book_words VALUES ('\xd981d98a', 30, '{268435459}');
INSERT INTO book_words VALUES ('\xd985d8add981d988d8b8', 30, '{134217729}');
INSERT INTO book_words VALUES ('\xd986d8acd98ad8a8', 30, '{134217728}');
INSERT INTO book_words VALUES ('\xd790d794d791d794', 31, '{2}');
INSERT INTO book_words VALUES ('\xd795d797d795d7a9d79a', 31, '{3}');
INSERT INTO book_words VALUES ('\xd7a1d799d7a4d795d7a8', 31, '{0}');
INSERT INTO book_words VALUES ('\xd7a2d795d796', 31, '{134217729}');
INSERT INTO book_words VALUES ('\xd7a2d79c', 31, '{1}');
INSERT INTO book_words VALUES ('\xd7a2d79ed795d7a1', 31, '{134217728}');
INSERT INTO book_words VALUES ('\xe0a48fe0a495', 32, '{268435456,268435459}');
INSERT INTO book_words VALUES ('\xe0a495e0a4bfe0a4b8e0a4bee0a4a8', 32, '{268435457}');
INSERT INTO book_words VALUES ('\xe0a497e0a4bee0a4af', 32, '{268435460}');
INSERT INTO book_words VALUES ('\xe0a497e0a58be0a4a6e0a4bee0a4a8', 32, '{0}');
INSERT INTO book_words VALUES ('\xe0a49ae0a4bee0a4b9e0a4a4e0a4be', 32, '{268435461}');
INSERT INTO book_words VALUES ('\xe0a49ce0a58b', 32, '{268435458}');
INSERT INTO book_words VALUES ('\xe0a4aae0a58de0a4b0e0a587e0a4aee0a49ae0a482e0a4a6', 32, '{134217728}');
INSERT INTO book_words VALUES ('\xe0a4b9e0a588', 32, '{268435462}');
INSERT INTO book_words VALUES ('\x66656172', 33, '{671088640}');
INSERT INTO book_words VALUES ('\x6973', 33, '{671088641}');
INSERT INTO book_words VALUES ('\x6b657074', 33, '{0}');
INSERT INTO book_words VALUES ('\x6b696c6c6572', 33, '{671088644}');
INSERT INTO book_words VALUES ('\x6d696e64', 33, '{671088643}');
INSERT INTO book_words VALUES ('\x6e6f626f6479', 33, '{134217728}');
INSERT INTO book_words VALUES ('\x746865', 33, '{671088642}');
INSERT INTO books VALUES (1, 4, 0, 2, 1767637800000, 1767637800000, 'QB VII', 'Leon Uris', 'A physician sues a novelist for libel over what was done in a camp.', 'The trial carries the second half; hard to put down.', NULL, NULL, NULL, 1970, 20260110, 20260124, 1299, 'USD', '\x019b8f6c544080008000000000000001', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x716208766969', '\x6c656f6e0875726973', NULL, NULL, 1);
INSERT INTO books VALUES (2, 5, 1, 2, 1768080600000, 1768080600000, 'Pride and Prejudice', 'Jane Austen', 'Elizabeth Bennet and Mr Darcy learn how wrong first impressions can be.', 'Wittier each time.', NULL, NULL, NULL, 1813, 20251102, 20251130, 799, 'GBP', '\x019ba9d0ebc080008000000000000002', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x707269646508616e64087072656a7564696365', '\x6a616e650861757374656e', NULL, NULL, 1);
INSERT INTO books VALUES (3, 4, 0, 2, 1768523400000, 1768523400000, 'Frankenstein; or, The Modern Prometheus', 'Mary Shelley', NULL, NULL, NULL, NULL, NULL, 1818, NULL, 20241031, 650, 'GBP', '\x019bc435834080008000000000000003', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x6672616e6b656e737465696e1e086f721908746865086d6f6465726e0870726f6d657468657573', '\x6d617279087368656c6c6579', NULL, NULL, 1);
INSERT INTO books VALUES (4, 5, 1, 2, 1768966200000, 1768966200000, 'Dune', 'Frank Herbert', 'A family is given a desert planet, and with it the only source of spice.', NULL, NULL, 'Dune', 1, 1965, 20250601, 20250714, 1099, 'USD', '\x019bde9a1ac080008000000000000004', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x64756e65', '\x6672616e6b0868657262657274', '\x64756e65', NULL, 1);
INSERT INTO books VALUES (5, 3, 0, 1, 1769409000000, 1769409000000, 'Dune Messiah', 'Frank Herbert', NULL, NULL, 'Lent by Ola; give it back in spring.', 'Dune', 2, 1969, 20260201, NULL, 1099, 'USD', '\x019bf8feb24080008000000000000005', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x64756e65086d657373696168', '\x6672616e6b0868657262657274', '\x64756e65', NULL, 1);
INSERT INTO books VALUES (6, 0, 0, 0, 1769851800000, 1769851800000, 'The Time Machine', 'H. G. Wells', NULL, NULL, 'Free of charge: long in the public domain.', NULL, NULL, 1895, NULL, NULL, 0, 'USD', '\x019c136349c080008000000000000006', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x7468650874696d65086d616368696e65', '\x681b08671b0877656c6c73', NULL, NULL, 0);
INSERT INTO books VALUES (7, 4, 0, 2, 1770294600000, 1770294600000, 'The Hound of the Baskervilles', 'Arthur Conan Doyle', NULL, NULL, NULL, 'Sherlock Holmes', NULL, 1902, NULL, 20230819, 599, 'GBP', '\x019c2dc7e14080008000000000000007', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x74686508686f756e64086f6608746865086261736b657276696c6c6573', '\x61727468757208636f6e616e08646f796c65', '\x736865726c6f636b08686f6c6d6573', NULL, 1);
INSERT INTO books VALUES (8, 1, 0, 3, 1770737400000, 1770737400000, 'Gone Girl', 'Gillian Flynn', NULL, 'Not for me: nobody in it to like.', NULL, NULL, NULL, 2012, 20250903, NULL, 1050, 'EUR', '\x019c482c78c080008000000000000008', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x676f6e65086769726c', '\x67696c6c69616e08666c796e6e', NULL, NULL, 1);
INSERT INTO books VALUES (9, 3, 0, 1, 1771180200000, 1771180200000, 'Walden', 'Henry David Thoreau', NULL, NULL, NULL, NULL, NULL, 1854, 20260308, NULL, 899, 'CAD', '\x019c6291104080008000000000000009', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x77616c64656e', '\x68656e72790864617669640874686f72656175', NULL, NULL, 1);
INSERT INTO books VALUES (10, 0, 0, 0, 1771623000000, 1771623000000, 'On the Origin of Species', 'Charles Darwin', NULL, NULL, NULL, NULL, NULL, 1859, NULL, NULL, 1450, 'AUD', '\x019c7cf5a7c08000800000000000000a', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x6f6e08746865086f726967696e086f660873706563696573', '\x636861726c65730864617277696e', NULL, NULL, 0);
INSERT INTO books VALUES (11, 0, 0, 0, 1772065800000, 1772065800000, 'The Elements of Style', 'William Strunk Jr.', NULL, NULL, NULL, NULL, NULL, 1918, NULL, NULL, NULL, NULL, '\x019c975a3f408000800000000000000b', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x74686508656c656d656e7473086f66087374796c65', '\x77696c6c69616d08737472756e6b086a721b', NULL, NULL, 0);
INSERT INTO books VALUES (12, 5, 0, 2, 1772508600000, 1772508600000, 'Les Misérables', 'Victor Hugo', 'Un ancien forçat, un policier qui le poursuit, et Paris.', 'Trop long, et pas une page de trop.', NULL, NULL, NULL, 1862, 20240102, 20240526, 1490, 'EUR', '\x019cb1bed6c08000800000000000000c', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x6c6573086d6973657261626c6573', '\x766963746f72086875676f', NULL, NULL, 1);
INSERT INTO books VALUES (13, 4, 0, 2, 1772951400000, 1772951400000, 'Die Verwandlung', 'Franz Kafka', NULL, NULL, NULL, NULL, NULL, 1915, NULL, 20251206, 600, 'EUR', '\x019ccc236e408000800000000000000d', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x6469650876657277616e646c756e67', '\x6672616e7a086b61666b61', NULL, NULL, 1);
INSERT INTO books VALUES (14, 2, 0, 3, 1773394200000, 1773394200000, 'El ingenioso hidalgo don Quijote de la Mancha', 'Miguel de Cervantes', NULL, NULL, 'Volver a intentarlo en verano.', NULL, NULL, 1605, 20250423, NULL, 2500, 'EUR', '\x019ce68805c08000800000000000000e', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x656c08696e67656e696f736f08686964616c676f08646f6e087175696a6f7465086465086c61086d616e636861', '\x6d696775656c0864650863657276616e746573', NULL, NULL, 1);
INSERT INTO books VALUES (15, 3, 0, 1, 1773837000000, 1773837000000, 'Aeneis', 'Publius Vergilius Maro', NULL, NULL, NULL, NULL, NULL, -19, 20260214, NULL, 1800, 'CHF', '\x019d00ec9d408000800000000000000f', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x61656e656973', '\x7075626c6975730876657267696c697573086d61726f', NULL, NULL, 1);
INSERT INTO books VALUES (16, 5, 1, 2, 1774279800000, 1774279800000, 'Lalka', 'Bolesław Prus', 'Kupiec Wokulski, hrabianka Izabela i Warszawa.', 'Najlepsza powieść o pieniądzach i miłości, jaką znam.', NULL, NULL, NULL, 1890, 20250201, 20250309, 3990, 'PLN', '\x019d1b5134c080008000000000000010', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x6c616c6b61', '\x626f6c65736c61770870727573', NULL, NULL, 1);
INSERT INTO books VALUES (17, 4, 0, 2, 1774722600000, 1774722600000, 'Pan Tadeusz', 'Adam Mickiewicz', NULL, NULL, NULL, NULL, NULL, 1834, NULL, 20220630, 2490, 'PLN', '\x019d35b5cc4080008000000000000011', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x70616e087461646575737a', '\x6164616d086d69636b69657769637a', NULL, NULL, 1);
INSERT INTO books VALUES (18, 3, 0, 2, 1775165400000, 1775165400000, 'Ogniem i mieczem', 'Henryk Sienkiewicz', NULL, NULL, NULL, 'Trylogia', 1, 1884, NULL, 20230115, 3499, 'PLN', '\x019d501a63c080008000000000000012', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x6f676e69656d0869086d6965637a656d', '\x68656e72796b087369656e6b69657769637a', '\x7472796c6f676961', NULL, 1);
INSERT INTO books VALUES (19, 0, 0, 0, 1775608200000, 1775608200000, 'Potop', 'Henryk Sienkiewicz', NULL, NULL, NULL, 'Trylogia', 2, 1886, NULL, NULL, 4499, 'PLN', '\x019d6a7efb4080008000000000000013', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x706f746f70', '\x68656e72796b087369656e6b69657769637a', '\x7472796c6f676961', NULL, 0);
INSERT INTO books VALUES (20, 5, 0, 2, 1776051000000, 1776051000000, 'Solaris', 'Stanisław Lem', NULL, 'Ocean jest tu najlepszą postacią.', NULL, NULL, NULL, 1961, 20250801, 20250808, 3690, 'PLN', '\x019d84e392c080008000000000000014', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x736f6c61726973', '\x7374616e69736c6177086c656d', NULL, NULL, 1);
INSERT INTO books VALUES (21, 4, 0, 2, 1776493800000, 1776493800000, 'Ὀδύσσεια', 'Ὅμηρος', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 20210912, 1990, 'EUR', '\x019d9f482a4080008000000000000015', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\xcebfceb4cf85cf83cf83ceb5ceb9ceb1', '\xcebfcebcceb7cf81cebfcf83', NULL, NULL, 1);
INSERT INTO books VALUES (22, 5, 1, 2, 1776936600000, 1776936600000, 'Βίος και Πολιτεία του Αλέξη Ζορμπά', 'Νίκος Καζαντζάκης', NULL, NULL, NULL, NULL, NULL, 1946, NULL, 20251005, 1650, 'EUR', '\x019db9acc1c080008000000000000016', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\xceb2ceb9cebfcf8308cebaceb1ceb908cf80cebfcebbceb9cf84ceb5ceb9ceb108cf84cebfcf8508ceb1cebbceb5cebeceb708ceb6cebfcf81cebccf80ceb1', '\xcebdceb9cebacebfcf8308cebaceb1ceb6ceb1cebdcf84ceb6ceb1cebaceb7cf83', NULL, NULL, 1);
INSERT INTO books VALUES (23, 4, 0, 2, 1777379400000, 1777379400000, 'Преступление и наказание', 'Фёдор Достоевский', 'Студент убивает и не может с этим жить.', NULL, NULL, NULL, NULL, 1866, 20241101, 20241220, 1250, 'EUR', '\x019dd411594080008000000000000017', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\xd0bfd180d0b5d181d182d183d0bfd0bbd0b5d0bdd0b8d0b508d0b808d0bdd0b0d0bad0b0d0b7d0b0d0bdd0b8d0b5', '\xd184d0b5d0b4d0bed18008d0b4d0bed181d182d0bed0b5d0b2d181d0bad0b8d0b8', NULL, NULL, 1);
INSERT INTO books VALUES (24, 5, 0, 1, 1777822200000, 1777822200000, 'Мастер и Маргарита', 'Михаил Булгаков', NULL, 'Кот лучше всех.', NULL, NULL, NULL, 1967, 20260301, NULL, NULL, NULL, '\x019dee75f0c080008000000000000018', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\xd0bcd0b0d181d182d0b5d18008d0b808d0bcd0b0d180d0b3d0b0d180d0b8d182d0b0', '\xd0bcd0b8d185d0b0d0b8d0bb08d0b1d183d0bbd0b3d0b0d0bad0bed0b2', NULL, NULL, 1);
INSERT INTO books VALUES (25, 0, 0, 1, 1778265000000, 1778265000000, '紅樓夢', '曹雪芹', '賈府的興衰，寶玉與黛玉的故事。', NULL, NULL, NULL, NULL, 1791, 20260117, NULL, 12800, 'CNY', '\x019e08da884080008000000000000019', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\xe7b485e6a893e5a4a2', '\xe69bb9e99baae88ab9', NULL, NULL, 1);
INSERT INTO books VALUES (26, 4, 1, 2, 1778707800000, 1778707800000, '吾輩は猫である', '夏目漱石', '名のない猫が、飼い主とその友人たちを観察する。', NULL, NULL, NULL, NULL, 1905, NULL, 20250505, 693, 'JPY', '\x019e233f1fc08000800000000000001a', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\xe590bee8bca9e381afe78cabe381a6e38182e3828b', '\xe5a48fe79baee6bcb1e79fb3', NULL, NULL, 1);
INSERT INTO books VALUES (27, 2, 0, 3, 1779150600000, 1779150600000, 'こころ', '夏目漱石', NULL, NULL, NULL, NULL, NULL, 1914, 20250720, NULL, 407, 'JPY', '\x019e3da3b7408000800000000000001b', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\xe38193e38193e3828d', '\xe5a48fe79baee6bcb1e79fb3', NULL, NULL, 1);
INSERT INTO books VALUES (28, 5, 1, 2, 1779593400000, 1779593400000, '하늘과 바람과 별과 시', '윤동주', NULL, NULL, NULL, NULL, NULL, 1948, NULL, 20251111, 9800, 'KRW', '\x019e58084ec08000800000000000001c', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\xed9598eb8a98eab3bc08ebb094eb9e8ceab3bc08ebb384eab3bc08ec8b9c', '\xec9ca4eb8f99eca3bc', NULL, NULL, 1);
INSERT INTO books VALUES (29, 4, 0, 2, 1780036200000, 1780036200000, '채식주의자', '한강', NULL, '짧지만 오래 남는다.', NULL, NULL, NULL, 2007, 20241011, 20241013, 15000, 'KRW', '\x019e726ce6408000800000000000001d', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\xecb184ec8b9deca3bcec9d98ec9e90', '\xed959ceab095', NULL, NULL, 1);
INSERT INTO books VALUES (30, 3, 0, 2, 1780479000000, 1780479000000, 'زقاق المدق', 'نجيب محفوظ', 'حياة أهل زقاق في القاهرة أيام الحرب.', NULL, NULL, NULL, NULL, 1947, NULL, 20230318, 2500, 'KWD', '\x019e8cd17dc08000800000000000001e', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\xd8b2d982d8a7d98208d8a7d984d985d8afd982', '\xd986d8acd98ad8a808d985d8add981d988d8b8', NULL, NULL, 1);
INSERT INTO books VALUES (31, 0, 0, 0, 1780921800000, 1780921800000, 'סיפור על אהבה וחושך', 'עמוס עוז', NULL, NULL, NULL, NULL, NULL, 2002, NULL, NULL, 8900, 'ILS', '\x019ea73615408000800000000000001f', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\xd7a1d799d7a4d795d7a808d7a2d79c08d790d794d791d79408d795d797d795d7a9d79a', '\xd7a2d79ed795d7a108d7a2d795d796', NULL, NULL, 0);
INSERT INTO books VALUES (32, 0, 0, 0, 1781364600000, 1781364600000, 'गोदान', 'प्रेमचंद', 'एक किसान जो एक गाय चाहता है।', NULL, NULL, NULL, NULL, 1936, NULL, NULL, 29900, 'INR', '\x019ec19aacc080008000000000000020', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\xe0a497e0a58be0a4a6e0a4bee0a4a8', '\xe0a4aae0a58de0a4b0e0a587e0a4aee0a49ae0a482e0a4a6', NULL, NULL, 0);
INSERT INTO books VALUES (33, 4, 0, 2, 1795452159958, 1795452159970, 'Kept', 'Nobody', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 20261123, 990, 'GBP', '\x01a20949c7d67172908a47eb316de256', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x6b657074', '\x6e6f626f6479', NULL, NULL, 1);
INSERT INTO changes VALUES (1, 1795452159935, '\x10020104010d101701000302080301010001808080020801011000010103018080800200000108010110000101030180808002100202000504080701100401010101808080021000010001020809010106018080800200000108090101060180808002100302000003080d0110060101020180808002000001080d0110060101020180808002000001080d0110060101020180808002100301000202080f0110080101020180808002100302000004081501100c0101040180808002100501000402081701100e01010401808080021005010004020819011010010104018080800200000108190110100101040180808002100501000402081b0110120101040180808002100501000404', 0);
INSERT INTO changes VALUES (2, 1795452159959, '\x041c01002401', 0);
INSERT INTO changes VALUES (3, 1795452159970, '\x103601010a018082828008', 0);
INSERT INTO changes VALUES (4, 1795452159992, '\x0c0201', 0);
INSERT INTO changes VALUES (5, 1795452159995, '\x004401', 0);
INSERT INTO changes VALUES (6, 1795452159998, '\x024401', 0);
INSERT INTO changes VALUES (7, 1795452160004, '\x041e01', 0);
INSERT INTO changes VALUES (8, 1795452160014, '\x061e01', 0);
INSERT INTO changes VALUES (9, 1795452160029, '\x041e01', 0);
INSERT INTO changes VALUES (10, 1795452160042, '\x08200101200180808002', 0);
INSERT INTO counters VALUES (0, 0, 7, 1, 2, 5, 10, 8);
INSERT INTO counters VALUES (1, 1, 2, 0, 1, 1, 5, 4);
INSERT INTO counters VALUES (1, 2, 2, 0, 0, 1, 0, 0);
INSERT INTO counters VALUES (1, 3, 1, 0, 0, 0, 0, 2);
INSERT INTO counters VALUES (1, 4, 0, 1, 0, 0, 3, 0);
INSERT INTO counters VALUES (1, 5, 4, 0, 1, 2, 1, 1);
INSERT INTO counters VALUES (1, 6, 1, 0, 0, 1, 0, 2);
INSERT INTO counters VALUES (1, 7, 0, 0, 0, 1, 2, 1);
INSERT INTO counters VALUES (1, 8, 1, 0, 0, 1, 1, 2);
INSERT INTO counters VALUES (1, 9, 0, 0, 0, 0, 1, 1);
INSERT INTO counters VALUES (1, 10, 0, 0, 0, 0, 1, 1);
INSERT INTO counters VALUES (1, 11, 0, 0, 1, 0, 1, 0);
INSERT INTO counters VALUES (1, 12, 0, 0, 0, 0, 1, 1);
INSERT INTO counters VALUES (1, 14, 0, 0, 0, 0, 1, 0);
INSERT INTO counters VALUES (2, 202601, 1, 0, 0, 1, 2, 2);
INSERT INTO counters VALUES (2, 202602, 2, 1, 0, 1, 1, 0);
INSERT INTO counters VALUES (2, 202603, 0, 0, 1, 1, 2, 2);
INSERT INTO counters VALUES (2, 202604, 1, 0, 0, 1, 2, 2);
INSERT INTO counters VALUES (2, 202605, 1, 0, 1, 0, 2, 2);
INSERT INTO counters VALUES (2, 202606, 2, 0, 0, 1, 0, 0);
INSERT INTO counters VALUES (2, 202611, 0, 0, 0, 0, 1, 0);
INSERT INTO counters VALUES (3, 202109, 0, 0, 0, 0, 1, 0);
INSERT INTO counters VALUES (3, 202206, 0, 0, 0, 0, 1, 0);
INSERT INTO counters VALUES (3, 202301, 0, 0, 0, 1, 0, 0);
INSERT INTO counters VALUES (3, 202303, 0, 0, 0, 1, 0, 0);
INSERT INTO counters VALUES (3, 202308, 0, 0, 0, 0, 1, 0);
INSERT INTO counters VALUES (3, 202405, 0, 0, 0, 0, 0, 1);
INSERT INTO counters VALUES (3, 202410, 0, 0, 0, 0, 2, 0);
INSERT INTO counters VALUES (3, 202412, 0, 0, 0, 0, 1, 0);
INSERT INTO counters VALUES (3, 202503, 0, 0, 0, 0, 0, 1);
INSERT INTO counters VALUES (3, 202505, 0, 0, 0, 0, 1, 0);
INSERT INTO counters VALUES (3, 202507, 0, 0, 0, 0, 0, 1);
INSERT INTO counters VALUES (3, 202508, 0, 0, 0, 0, 0, 1);
INSERT INTO counters VALUES (3, 202510, 0, 0, 0, 0, 0, 1);
INSERT INTO counters VALUES (3, 202511, 0, 0, 0, 0, 0, 2);
INSERT INTO counters VALUES (3, 202512, 0, 0, 0, 0, 1, 0);
INSERT INTO counters VALUES (3, 202601, 0, 0, 0, 0, 1, 0);
INSERT INTO counters VALUES (3, 202611, 0, 0, 0, 0, 1, 0);
INSERT INTO genre_books VALUES (1, '\x6469650876657277616e646c756e67', 13);
INSERT INTO genre_books VALUES (1, '\x656c08696e67656e696f736f08686964616c676f08646f6e087175696a6f7465086465086c61086d616e636861', 14);
INSERT INTO genre_books VALUES (1, '\x6672616e6b656e737465696e1e086f721908746865086d6f6465726e0870726f6d657468657573', 3);
INSERT INTO genre_books VALUES (1, '\x6c6573086d6973657261626c6573', 12);
INSERT INTO genre_books VALUES (1, '\x707269646508616e64087072656a7564696365', 2);
INSERT INTO genre_books VALUES (1, '\x716208766969', 1);
INSERT INTO genre_books VALUES (1, '\x7468650874696d65086d616368696e65', 6);
INSERT INTO genre_books VALUES (1, '\xceb2ceb9cebfcf8308cebaceb1ceb908cf80cebfcebbceb9cf84ceb5ceb9ceb108cf84cebfcf8508ceb1cebbceb5cebeceb708ceb6cebfcf81cebccf80ceb1', 22);
INSERT INTO genre_books VALUES (1, '\xd0bcd0b0d181d182d0b5d18008d0b808d0bcd0b0d180d0b3d0b0d180d0b8d182d0b0', 24);
INSERT INTO genre_books VALUES (1, '\xd8b2d982d8a7d98208d8a7d984d985d8afd982', 30);
INSERT INTO genre_books VALUES (1, '\xe0a497e0a58be0a4a6e0a4bee0a4a8', 32);
INSERT INTO genre_books VALUES (1, '\xe590bee8bca9e381afe78cabe381a6e38182e3828b', 26);
INSERT INTO genre_books VALUES (1, '\xecb184ec8b9deca3bcec9d98ec9e90', 29);
INSERT INTO genre_books VALUES (2, '\x6f6e08746865086f726967696e086f660873706563696573', 10);
INSERT INTO genre_books VALUES (2, '\x77616c64656e', 9);
INSERT INTO genre_books VALUES (2, '\xd7a1d799d7a4d795d7a808d7a2d79c08d790d794d791d79408d795d797d795d7a9d79a', 31);
INSERT INTO genre_books VALUES (3, '\x6c616c6b61', 16);
INSERT INTO genre_books VALUES (3, '\x707269646508616e64087072656a7564696365', 2);
INSERT INTO genre_books VALUES (3, '\xe7b485e6a893e5a4a2', 25);
INSERT INTO genre_books VALUES (4, '\x6672616e6b656e737465696e1e086f721908746865086d6f6465726e0870726f6d657468657573', 3);
INSERT INTO genre_books VALUES (4, '\x676f6e65086769726c', 8);
INSERT INTO genre_books VALUES (4, '\x74686508686f756e64086f6608746865086261736b657276696c6c6573', 7);
INSERT INTO genre_books VALUES (4, '\xd0bfd180d0b5d181d182d183d0bfd0bbd0b5d0bdd0b8d0b508d0b808d0bdd0b0d0bad0b0d0b7d0b0d0bdd0b8d0b5', 23);
INSERT INTO genre_books VALUES (5, '\x61656e656973', 15);
INSERT INTO genre_books VALUES (5, '\x656c08696e67656e696f736f08686964616c676f08646f6e087175696a6f7465086465086c61086d616e636861', 14);
INSERT INTO genre_books VALUES (5, '\x6c6573086d6973657261626c6573', 12);
INSERT INTO genre_books VALUES (5, '\x6f676e69656d0869086d6965637a656d', 18);
INSERT INTO genre_books VALUES (5, '\x6f6e08746865086f726967696e086f660873706563696573', 10);
INSERT INTO genre_books VALUES (5, '\x706f746f70', 19);
INSERT INTO genre_books VALUES (5, '\x716208766969', 1);
INSERT INTO genre_books VALUES (5, '\xd7a1d799d7a4d795d7a808d7a2d79c08d790d794d791d79408d795d797d795d7a9d79a', 31);
INSERT INTO genre_books VALUES (5, '\xe7b485e6a893e5a4a2', 25);
INSERT INTO genre_books VALUES (6, '\x64756e65', 4);
INSERT INTO genre_books VALUES (6, '\x64756e65086d657373696168', 5);
INSERT INTO genre_books VALUES (6, '\x736f6c61726973', 20);
INSERT INTO genre_books VALUES (6, '\x7468650874696d65086d616368696e65', 6);
INSERT INTO genre_books VALUES (7, '\x61656e656973', 15);
INSERT INTO genre_books VALUES (7, '\x70616e087461646575737a', 17);
INSERT INTO genre_books VALUES (7, '\xcebfceb4cf85cf83cf83ceb5ceb9ceb1', 21);
INSERT INTO genre_books VALUES (7, '\xed9598eb8a98eab3bc08ebb094eb9e8ceab3bc08ebb384eab3bc08ec8b9c', 28);
INSERT INTO genre_books VALUES (8, '\x6c616c6b61', 16);
INSERT INTO genre_books VALUES (8, '\x6f676e69656d0869086d6965637a656d', 18);
INSERT INTO genre_books VALUES (8, '\x70616e087461646575737a', 17);
INSERT INTO genre_books VALUES (8, '\x706f746f70', 19);
INSERT INTO genre_books VALUES (8, '\x736f6c61726973', 20);
INSERT INTO genre_books VALUES (9, '\xceb2ceb9cebfcf8308cebaceb1ceb908cf80cebfcebbceb9cf84ceb5ceb9ceb108cf84cebfcf8508ceb1cebbceb5cebeceb708ceb6cebfcf81cebccf80ceb1', 22);
INSERT INTO genre_books VALUES (9, '\xcebfceb4cf85cf83cf83ceb5ceb9ceb1', 21);
INSERT INTO genre_books VALUES (10, '\xd0bcd0b0d181d182d0b5d18008d0b808d0bcd0b0d180d0b3d0b0d180d0b8d182d0b0', 24);
INSERT INTO genre_books VALUES (10, '\xd0bfd180d0b5d181d182d183d0bfd0bbd0b5d0bdd0b8d0b508d0b808d0bdd0b0d0bad0b0d0b7d0b0d0bdd0b8d0b5', 23);
INSERT INTO genre_books VALUES (11, '\xe38193e38193e3828d', 27);
INSERT INTO genre_books VALUES (11, '\xe590bee8bca9e381afe78cabe381a6e38182e3828b', 26);
INSERT INTO genre_books VALUES (12, '\xecb184ec8b9deca3bcec9d98ec9e90', 29);
INSERT INTO genre_books VALUES (12, '\xed9598eb8a98eab3bc08ebb094eb9e8ceab3bc08ebb384eab3bc08ec8b9c', 28);
INSERT INTO genre_books VALUES (14, '\x6b657074', 33);
INSERT INTO genres VALUES (1, 'Fiction', '#00FF00', '\x66696374696f6e', '\x66696374696f6e', '\x019b8f6c544080018000000000000001');
INSERT INTO genres VALUES (2, 'Non Fiction', '#0000FF', '\x6e6f6e2066696374696f6e', '\x6e6f6e0866696374696f6e', '\x019b8f6c544080018000000000000002');
INSERT INTO genres VALUES (3, 'Romance', '#FF0000', '\x726f6d616e6365', '\x726f6d616e6365', '\x019b8f6c544080018000000000000003');
INSERT INTO genres VALUES (4, 'Thriller', '#000000', '\x746872696c6c6572', '\x746872696c6c6572', '\x019b8f6c544080018000000000000004');
INSERT INTO genres VALUES (5, 'Historical', '#FFA500', '\x686973746f726963616c', '\x686973746f726963616c', '\x019b8f6c544080018000000000000005');
INSERT INTO genres VALUES (6, 'Science Fiction', '#00BCD4', '\x736369656e63652066696374696f6e', '\x736369656e63650866696374696f6e', '\x019b8f6c544080018000000000000006');
INSERT INTO genres VALUES (7, 'Poetry', '#EC407A', '\x706f65747279', '\x706f65747279', '\x019b8f6c544080018000000000000007');
INSERT INTO genres VALUES (8, 'Klasyka polska', '#DC143C', '\x6b6c6173796b6120706f6c736b61', '\x6b6c6173796b6108706f6c736b61', '\x019b8f6c544080018000000000000008');
INSERT INTO genres VALUES (9, 'Ελληνική λογοτεχνία', '#0D5EAF', '\xceb5cebbcebbceb7cebdceb9cebaceb7cc8120cebbcebfceb3cebfcf84ceb5cf87cebdceb9cc81ceb1', '\xceb5cebbcebbceb7cebdceb9cebaceb708cebbcebfceb3cebfcf84ceb5cf87cebdceb9ceb1', '\x019b8f6c544080018000000000000009');
INSERT INTO genres VALUES (10, 'Классика', '#795548', '\xd0bad0bbd0b0d181d181d0b8d0bad0b0', '\xd0bad0bbd0b0d181d181d0b8d0bad0b0', '\x019b8f6c54408001800000000000000a');
INSERT INTO genres VALUES (11, '日本文学', '#FFC0CB', '\xe697a5e69cace69687e5ada6', '\xe697a5e69cace69687e5ada6', '\x019b8f6c54408001800000000000000b');
INSERT INTO genres VALUES (12, '한국 문학', '#009688', '\xe18492e185a1e186abe18480e185aee186a820e18486e185aee186abe18492e185a1e186a8', '\xed959ceab5ad08ebacb8ed9599', '\x019b8f6c54408001800000000000000c');
INSERT INTO genres VALUES (13, 'Kids', '#FFB300', '\x6b696473', '\x6b696473', '\x019b8f6c54408001800000000000000d');
INSERT INTO genres VALUES (14, 'Of its own', '#FF0000', '\x6f6620697473206f776e', '\x6f6608697473086f776e', '\x01a20949c7d67172908a47ec14e0a42b');
INSERT INTO genres VALUES (15, 'Gone too', '#FF0000', '\x676f6e6520746f6f', '\x676f6e6508746f6f', '\x01a20949c8047724a6e0f1fd9a97d466');
INSERT INTO orders VALUES (1, 33, 'Kept', 2, 990, 'GBP', 1980, 1795452159992, '\x01a20949c7f874439a613d284144856f', NULL);
INSERT INTO properties VALUES ('last_book_id', 34);
INSERT INTO properties VALUES ('last_genre_id', 15);
INSERT INTO properties VALUES ('last_quote_id', 16);
INSERT INTO properties VALUES ('last_reading_id', 27);
INSERT INTO properties VALUES ('sort_key_version', 1);
INSERT INTO properties VALUES ('schema_version', 3);
INSERT INTO properties VALUES ('store_id', 5479145095912929789);
INSERT INTO quotes VALUES (1, 2, 'It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a wife.', '1', 1768084200001, '\x019baa07da4180028000000000000001');
INSERT INTO quotes VALUES (2, 2, 'I declare after all there is no enjoyment like reading!', '57', 1768084200002, '\x019baa07da4280028000000000000002');
INSERT INTO quotes VALUES (3, 3, 'Beware; for I am fearless, and therefore powerful.', NULL, 1768527000003, '\x019bc46c71c380028000000000000003');
INSERT INTO quotes VALUES (4, 7, 'Mr. Holmes, they were the footprints of a gigantic hound!', '22', 1770298200004, '\x019c2dfecfc480028000000000000004');
INSERT INTO quotes VALUES (5, 9, 'I went to the woods because I wished to live deliberately.', '90', 1771183800005, '\x019c62c7fec580028000000000000005');
INSERT INTO quotes VALUES (6, 10, 'There is grandeur in this view of life.', '490', 1771626600006, '\x019c7d2c964680028000000000000006');
INSERT INTO quotes VALUES (7, 13, 'Als Gregor Samsa eines Morgens aus unruhigen Träumen erwachte, fand er sich in seinem Bett zu einem ungeheueren Ungeziefer verwandelt.', '5', 1772955000007, '\x019ccc5a5cc780028000000000000007');
INSERT INTO quotes VALUES (8, 14, 'En un lugar de la Mancha, de cuyo nombre no quiero acordarme…', '1', 1773397800008, '\x019ce6bef44880028000000000000008');
INSERT INTO quotes VALUES (9, 15, 'Forsan et haec olim meminisse iuvabit.', 'I, 203', 1773840600009, '\x019d01238bc980028000000000000009');
INSERT INTO quotes VALUES (10, 17, 'Litwo! Ojczyzno moja! ty jesteś jak zdrowie', '1', 1774726200010, '\x019d35ecbaca8002800000000000000a');
INSERT INTO quotes VALUES (11, 21, 'Ἄνδρα μοι ἔννεπε, Μοῦσα, πολύτροπον.', 'α 1', 1776497400011, '\x019d9f7f18cb8002800000000000000b');
INSERT INTO quotes VALUES (12, 23, 'Ко всему-то подлец-человек привыкает!', '24', 1777383000012, '\x019dd44847cc8002800000000000000c');
INSERT INTO quotes VALUES (13, 25, '滿紙荒唐言，一把辛酸淚。', '一', 1778268600013, '\x019e091176cd8002800000000000000d');
INSERT INTO quotes VALUES (14, 26, '吾輩は猫である。名前はまだ無い。', '1', 1778711400014, '\x019e23760e4e8002800000000000000e');
INSERT INTO quotes VALUES (15, 28, '죽는 날까지 하늘을 우러러 한 점 부끄럼이 없기를', '서시', 1779597000015, '\x019e583f3d4f8002800000000000000f');
INSERT INTO quotes VALUES (16, 33, 'Fear is the mind-killer.', '8', 1795452160042, '\x01a20949c82a7167a611931e35edb764');
INSERT INTO readings VALUES (1, 1, 2, 20260110, 20260124, NULL, NULL, NULL, 1767641400001, '\x019b8fa342c180048000000000000001');
INSERT INTO readings VALUES (2, 2, 2, 20251102, 20251130, NULL, NULL, NULL, 1768084200002, '\x019baa07da4280048000000000000002');
INSERT INTO readings VALUES (3, 3, 2, NULL, 20241031, NULL, NULL, NULL, 1768527000003, '\x019bc46c71c380048000000000000003');
INSERT INTO readings VALUES (4, 4, 2, 20250601, 20250714, NULL, NULL, NULL, 1768969800004, '\x019bded1094480048000000000000004');
INSERT INTO readings VALUES (5, 5, 1, 20260201, NULL, NULL, NULL, NULL, 1769412600005, '\x019bf935a0c580048000000000000005');
INSERT INTO readings VALUES (6, 7, 2, NULL, 20230819, NULL, NULL, NULL, 1770298200006, '\x019c2dfecfc680048000000000000006');
INSERT INTO readings VALUES (7, 8, 3, 20250903, NULL, NULL, NULL, NULL, 1770741000007, '\x019c4863674780048000000000000007');
INSERT INTO readings VALUES (8, 9, 1, 20260308, NULL, NULL, NULL, NULL, 1771183800008, '\x019c62c7fec880048000000000000008');
INSERT INTO readings VALUES (9, 12, 2, 20240102, 20240526, NULL, NULL, NULL, 1772512200009, '\x019cb1f5c54980048000000000000009');
INSERT INTO readings VALUES (10, 13, 2, NULL, 20251206, NULL, NULL, NULL, 1772955000010, '\x019ccc5a5cca8004800000000000000a');
INSERT INTO readings VALUES (11, 14, 3, 20250423, NULL, NULL, NULL, NULL, 1773397800011, '\x019ce6bef44b8004800000000000000b');
INSERT INTO readings VALUES (12, 15, 1, 20260214, NULL, NULL, NULL, NULL, 1773840600012, '\x019d01238bcc8004800000000000000c');
INSERT INTO readings VALUES (13, 16, 2, 20250201, 20250309, NULL, NULL, NULL, 1774283400013, '\x019d1b88234d8004800000000000000d');
INSERT INTO readings VALUES (14, 17, 2, NULL, 20220630, NULL, NULL, NULL, 1774726200014, '\x019d35ecbace8004800000000000000e');
INSERT INTO readings VALUES (15, 18, 2, NULL, 20230115, NULL, NULL, NULL, 1775169000015, '\x019d5051524f8004800000000000000f');
INSERT INTO readings VALUES (16, 20, 2, 20250801, 20250808, NULL, NULL, NULL, 1776054600016, '\x019d851a815080048000000000000010');
INSERT INTO readings VALUES (17, 21, 2, NULL, 20210912, NULL, NULL, NULL, 1776497400017, '\x019d9f7f18d180048000000000000011');
INSERT INTO readings VALUES (18, 22, 2, NULL, 20251005, NULL, NULL, NULL, 1776940200018, '\x019db9e3b05280048000000000000012');
INSERT INTO readings VALUES (19, 23, 2, 20241101, 20241220, NULL, NULL, NULL, 1777383000019, '\x019dd44847d380048000000000000013');
INSERT INTO readings VALUES (20, 24, 1, 20260301, NULL, NULL, NULL, NULL, 1777825800020, '\x019deeacdf5480048000000000000014');
INSERT INTO readings VALUES (21, 25, 1, 20260117, NULL, NULL, NULL, NULL, 1778268600021, '\x019e091176d580048000000000000015');
INSERT INTO readings VALUES (22, 26, 2, NULL, 20250505, NULL, NULL, NULL, 1778711400022, '\x019e23760e5680048000000000000016');
INSERT INTO readings VALUES (23, 27, 3, 20250720, NULL, NULL, NULL, NULL, 1779154200023, '\x019e3ddaa5d780048000000000000017');
INSERT INTO readings VALUES (24, 28, 2, NULL, 20251111, NULL, NULL, NULL, 1779597000024, '\x019e583f3d5880048000000000000018');
INSERT INTO readings VALUES (25, 29, 2, 20241011, 20241013, NULL, NULL, NULL, 1780039800025, '\x019e72a3d4d980048000000000000019');
INSERT INTO readings VALUES (26, 30, 2, NULL, 20230318, NULL, NULL, NULL, 1780482600026, '\x019e8d086c5a8004800000000000001a');
INSERT INTO readings VALUES (27, 33, 2, NULL, 20261123, NULL, NULL, NULL, 1795452159970, '\x01a20949c7e27574948a8c997a56f72d');
ALTER TABLE ONLY book_folded
    ADD CONSTRAINT book_folded_pkey PRIMARY KEY (book);
ALTER TABLE ONLY book_genres
    ADD CONSTRAINT book_genres_pkey PRIMARY KEY (book, genre);
ALTER TABLE ONLY book_identifiers
    ADD CONSTRAINT book_identifiers_pkey PRIMARY KEY (book, "position");
ALTER TABLE ONLY book_search
    ADD CONSTRAINT book_search_pkey PRIMARY KEY (book);
ALTER TABLE ONLY book_sources
    ADD CONSTRAINT book_sources_pkey PRIMARY KEY (id);
ALTER TABLE ONLY book_words
    ADD CONSTRAINT book_words_pkey PRIMARY KEY (word, book);
ALTER TABLE ONLY books
    ADD CONSTRAINT books_pkey PRIMARY KEY (id);
ALTER TABLE ONLY changes
    ADD CONSTRAINT changes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY counters
    ADD CONSTRAINT counters_pkey PRIMARY KEY (kind, key);
ALTER TABLE ONLY genre_books
    ADD CONSTRAINT genre_books_pkey PRIMARY KEY (genre, title_key, book);
ALTER TABLE ONLY genres
    ADD CONSTRAINT genres_pkey PRIMARY KEY (id);
ALTER TABLE ONLY merged_books
    ADD CONSTRAINT merged_books_pkey PRIMARY KEY (id);
ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
ALTER TABLE ONLY properties
    ADD CONSTRAINT properties_pkey PRIMARY KEY (name);
ALTER TABLE ONLY quotes
    ADD CONSTRAINT quotes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY readings
    ADD CONSTRAINT readings_pkey PRIMARY KEY (id);
ALTER TABLE ONLY shelves
    ADD CONSTRAINT shelves_pkey PRIMARY KEY (id);
CREATE INDEX book_identifiers_by_key ON book_identifiers USING hash (key);
CREATE INDEX book_sources_by_book ON book_sources USING btree (book, id);
CREATE UNIQUE INDEX book_sources_by_global_id ON book_sources USING btree (global_id);
CREATE UNIQUE INDEX book_sources_by_key ON book_sources USING btree (sha256(key));
CREATE INDEX books_by_author ON books USING btree (author_key, title_key, id);
CREATE INDEX books_by_created ON books USING btree (created, id);
CREATE UNIQUE INDEX books_by_global_id ON books USING btree (global_id);
CREATE INDEX books_by_title ON books USING btree (title_key, author_key, id);
CREATE INDEX books_by_updated ON books USING btree (updated, id);
CREATE INDEX counter_news_by_change ON counter_news USING btree (change);
CREATE UNIQUE INDEX genres_by_global_id ON genres USING btree (global_id);
CREATE UNIQUE INDEX genres_by_key ON genres USING btree (sha256(name_key));
CREATE INDEX merged_books_by_book ON merged_books USING btree (book);
CREATE UNIQUE INDEX merged_books_by_global_id ON merged_books USING btree (global_id);
CREATE INDEX orders_by_book ON orders USING btree (book, id);
CREATE UNIQUE INDEX orders_by_global_id ON orders USING btree (global_id);
CREATE INDEX quotes_by_book ON quotes USING btree (book, id);
CREATE UNIQUE INDEX quotes_by_global_id ON quotes USING btree (global_id);
CREATE INDEX readings_by_book ON readings USING btree (book, id);
CREATE UNIQUE INDEX readings_by_global_id ON readings USING btree (global_id);
CREATE UNIQUE INDEX shelves_by_global_id ON shelves USING btree (global_id);
CREATE UNIQUE INDEX shelves_by_key ON shelves USING btree (sha256(name_key));
