-- Password links and invitations are only sent if an administrator last saved the SMTP settings. The audit log knows that.
UPDATE settings SET value = json_set(value, '$.savedByAdmin', json('true'))
WHERE name = 'smtp' AND 'admin' = (
  SELECT u.role FROM audit AS a LEFT JOIN users AS u ON u.id = a.user_id
  WHERE a.entity_type = 'smtp_settings' ORDER BY a.id DESC LIMIT 1
);
