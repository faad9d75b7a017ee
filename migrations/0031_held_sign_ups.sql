-- What a later sign-up of somebody who has not agreed asks for, until its link is followed.
ALTER TABLE subscribers ADD COLUMN held TEXT;

-- Who is written to at a mailbox.
CREATE INDEX subscribers_by_email ON subscribers (email);
