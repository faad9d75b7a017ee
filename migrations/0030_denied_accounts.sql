-- The accounts named in the combined entry for refused sign-ins of an hour.
CREATE TABLE denied_accounts (
  hour INTEGER NOT NULL,
  reason TEXT NOT NULL,
  email TEXT NOT NULL,
  count INTEGER NOT NULL,
  addresses INTEGER NOT NULL,
  PRIMARY KEY (hour, reason, email)
) WITHOUT ROWID;

CREATE TABLE denied_addresses (
  hour INTEGER NOT NULL,
  reason TEXT NOT NULL,
  email TEXT NOT NULL,
  address TEXT NOT NULL,
  PRIMARY KEY (hour, reason, email, address)
) WITHOUT ROWID;
