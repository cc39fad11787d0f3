-- A Meta's list of events says which of them changed.
alter table calendar_entry add column updated_at timestamptz not null default now();
