-- New cards show no response time; those already placed keep theirs.
UPDATE settings
SET value = replace(value, '"cardVariant":', '"showResponseTime":true,"cardVariant":')
WHERE (name = 'layout' OR name LIKE 'layout/%') AND instr(value, '"showResponseTime":') = 0;
