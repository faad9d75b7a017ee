-- The requested changes of an unconfirmed sign-up for a known address, until its link is opened.
ALTER TABLE subscribers ADD COLUMN held TEXT;

-- Finds all subscriptions of a mailbox.
CREATE INDEX subscribers_by_email ON subscribers (email);
