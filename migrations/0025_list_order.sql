-- For lists that show the worst first: failing rows are few and found by these indexes.
CREATE INDEX deliveries_failed ON deliveries (created_at) WHERE status = 'failed';
CREATE INDEX action_runs_failed ON action_runs (created_at) WHERE status = 'failed';
CREATE INDEX subscribers_failing ON subscribers (id) WHERE status = 'disabled' OR failures > 0;
