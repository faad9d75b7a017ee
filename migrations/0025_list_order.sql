-- Lists can have the worst first: what is worst is few rows, and is found without going through all others.
CREATE INDEX deliveries_failed ON deliveries (created_at) WHERE status = 'failed';
CREATE INDEX action_runs_failed ON action_runs (created_at) WHERE status = 'failed';
CREATE INDEX subscribers_failing ON subscribers (id) WHERE status = 'disabled' OR failures > 0;
