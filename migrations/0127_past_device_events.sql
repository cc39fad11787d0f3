-- What a device might scan before its events were changed, so that it is known when it tells of a scan of then (ADR 0258).
create table device_past_events (
  tenant_id uuid not null references tenant (id),
  device_id uuid not null,
  until timestamptz not null,
  -- Null: all.
  event_ids uuid[],
  primary key (tenant_id, device_id, until),
  foreign key (tenant_id, device_id) references device (tenant_id, id)
);
select tenant_table('device_past_events');

-- The log has what was changed so far.
alter table audit_entry no force row level security;
alter table device_past_events no force row level security;
insert into device_past_events (tenant_id, device_id, until, event_ids)
  select entry.tenant_id, entry.subject_id, entry.at,
    case when jsonb_typeof(entry.before -> 'eventIds') = 'array'
      then array(select event.id::uuid from jsonb_array_elements_text(entry.before -> 'eventIds') event (id)) end
  from audit_entry entry
  where entry.action = 'device.changed' and entry.before ? 'eventIds' and entry.subject_id is not null
  on conflict do nothing;
alter table audit_entry force row level security;
alter table device_past_events force row level security;

-- Neither untimely nor too fast: of an event that the device had not.
alter table scan_log drop constraint scan_log_conflict_check;
alter table scan_log add constraint scan_log_conflict_check check (conflict in
  ('already_scanned', 'wrong_event', 'canceled', 'unpaid', 'not_active', 'outside_window', 'device_ended', 'untimely', 'too_fast', 'not_its_event'));
drop index scan_log_alarm;
create index scan_log_alarm on scan_log (tenant_id, recorded_at) where conflict in ('untimely', 'too_fast', 'not_its_event');
