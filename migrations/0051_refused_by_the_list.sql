-- A device without network turns away whom its list lacks, where the event says so; that is told too (ADR 0182).
alter table scan_log drop constraint scan_log_result_check;
alter table scan_log add constraint scan_log_result_check check (result in ('admitted', 'already_scanned', 'wrong_event',
  'canceled', 'unpaid', 'not_active', 'outside_window', 'ticket_not_found', 'undone'));
