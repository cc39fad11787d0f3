-- Which scan was taken back: somebody whom a device let in without network stands in the log alone, and no ticket says that they are
-- not inside any more (ADR 0182). Null: of those that were taken back before, the last one of the ticket.
alter table scan_log add column undone_scan_id uuid check (undone_scan_id is null or result = 'undone');
create unique index scan_log_undone_once on scan_log (tenant_id, undone_scan_id) where undone_scan_id is not null;
