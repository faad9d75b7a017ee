-- Whom the refused sign-ins of an hour were for that have no entry each, for the one entry that sums them up.
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
