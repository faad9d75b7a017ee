-- New cards don't show response times. Existing cards keep them.
UPDATE settings
SET value = replace(value, '"cardVariant":', '"showResponseTime":true,"cardVariant":')
WHERE (name = 'layout' OR name LIKE 'layout/%') AND instr(value, '"showResponseTime":') = 0;
