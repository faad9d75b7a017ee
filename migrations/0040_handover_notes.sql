-- The note from the last person on call to the next: { text, by, at }.
ALTER TABLE schedules ADD COLUMN handover TEXT;
