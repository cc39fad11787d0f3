-- What a device without network cannot have done, days from its event or faster than people walk, is noted and lets nobody in (ADR 0228).
alter table scan_log drop constraint scan_log_conflict_check;
alter table scan_log add constraint scan_log_conflict_check check (conflict in
  ('already_scanned', 'wrong_event', 'canceled', 'unpaid', 'not_active', 'outside_window', 'device_ended', 'untimely', 'too_fast'));
create index scan_log_offline on scan_log (tenant_id, device_id, scanned_at) where offline and result = 'admitted';
create index scan_log_alarm on scan_log (tenant_id, recorded_at) where conflict in ('untimely', 'too_fast');
