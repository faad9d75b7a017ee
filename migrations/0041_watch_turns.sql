-- Each instance of a watch raises this before it writes, so that late writes of an earlier instance are rejected.
CREATE TABLE watch_turns (
  watch INTEGER PRIMARY KEY,
  turn INTEGER NOT NULL
);
