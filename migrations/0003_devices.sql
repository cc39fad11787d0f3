-- What a scanning device is for: where it stands, what its steward may do, and which evenings it may scan.

alter table device
  -- Where it stands, as people there call it.
  add column gate text not null default '',
  -- A supervisor also searches and takes scans back.
  add column role text not null default 'steward' check (role in ('steward', 'supervisor')),
  -- Null: every event. Looked at by the statement that lets somebody in, so it stands in the device's own row; an event that
  -- is deleted stays named, which lets nobody in.
  add column event_ids uuid[] check (event_ids is null or cardinality(event_ids) between 1 and 100);
