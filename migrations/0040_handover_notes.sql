-- What the person on call leaves to the next: { text, by, at }.
ALTER TABLE schedules ADD COLUMN handover TEXT;
