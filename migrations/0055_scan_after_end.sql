-- Who was let in without network by a device whose time was over by then is inside all the same (ADR 0197): the row says so.
alter table scan_log drop constraint scan_log_conflict_check;
alter table scan_log add constraint scan_log_conflict_check check (conflict in
  ('already_scanned', 'wrong_event', 'canceled', 'unpaid', 'not_active', 'outside_window', 'device_ended'));
