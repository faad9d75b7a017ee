-- The name and description that visitors see.
ALTER TABLE monitors ADD COLUMN public_name TEXT;

ALTER TABLE monitors ADD COLUMN public_description TEXT;
