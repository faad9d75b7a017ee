-- Raised by each instance of a watch before it writes: what an earlier one sent and D1 runs late is refused.
CREATE TABLE watch_turns (
  watch INTEGER PRIMARY KEY,
  turn INTEGER NOT NULL
);
