-- From where else a failing check is asked, how many of those asked have to agree, and how often all of them are.
ALTER TABLE monitors ADD COLUMN locations TEXT NOT NULL DEFAULT '[]';

ALTER TABLE monitors ADD COLUMN confirm_from INTEGER;

ALTER TABLE monitors ADD COLUMN every_place_every INTEGER;
