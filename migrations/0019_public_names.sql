-- What visitors read in place of a monitor's own name, and what is said of it below.
ALTER TABLE monitors ADD COLUMN public_name TEXT;

ALTER TABLE monitors ADD COLUMN public_description TEXT;
