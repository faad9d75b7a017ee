-- Further regions to check from, how many of them must confirm a failure, and how often all are asked.
ALTER TABLE monitors ADD COLUMN locations TEXT NOT NULL DEFAULT '[]';

ALTER TABLE monitors ADD COLUMN confirm_from INTEGER;

ALTER TABLE monitors ADD COLUMN every_place_every INTEGER;
