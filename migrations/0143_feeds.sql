-- Feeds tell for some weeks that an event was cancelled, and a calendar which of two entries is the later one (RFC 5545, 3.8.7.4).
alter table calendar_entry
  add column cancelled_at timestamptz,
  add column calendar_sequence integer not null default 0;
