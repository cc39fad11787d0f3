-- Calendars of venues elsewhere, which a Meta reads from their feeds (ADR 0274).
create table remote_agenda (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  name text not null,
  address text not null,
  website text not null,
  city text,
  -- Its new events are shown without being asked about.
  trusted boolean not null,
  -- When it was last asked for, when it last answered, and when it was last read whole: an answer that nothing changed brings no events.
  asked_at timestamptz,
  fetched_at timestamptz,
  read_at timestamptz,
  next_at timestamptz not null,
  problem text check (problem in ('unreachable', 'bad_status', 'too_large', 'too_slow', 'no_calendar', 'unreadable')),
  -- How often it failed since it last did not.
  failures integer not null default 0,
  -- Entries of the last reading that say no event, and whether there were more than are kept.
  unread integer not null default 0,
  is_cut boolean not null default false,
  etag text,
  last_modified text,
  created_at timestamptz not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint remote_agenda_address unique (tenant_id, address)
);
select tenant_table('remote_agenda');

create table remote_event (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  agenda_id uuid not null,
  -- Of the source. One of several with that id is told apart by when it was to take place; '' where there is one alone.
  uid text not null,
  recurrence text not null,
  name text not null,
  description text,
  starts_at timestamptz not null,
  ends_at timestamptz,
  all_day boolean not null,
  time_zone text not null,
  place text,
  latitude double precision,
  longitude double precision,
  url text,
  categories text[] not null,
  state text not null check (state in ('waiting', 'accepted', 'refused')),
  -- The source says that it does not take place; the source does not name it any more.
  cancelled_at timestamptz,
  gone_at timestamptz,
  -- Grows with each change of its times (RFC 5545, 3.8.7.4).
  sequence integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint remote_event_once unique (tenant_id, agenda_id, uid, recurrence),
  foreign key (tenant_id, agenda_id) references remote_agenda (tenant_id, id)
);
create index remote_event_by_state on remote_event (tenant_id, state, starts_at);
select tenant_table('remote_event');

-- What is accepted is an entry of the Meta's calendar beside those of organisations. It has what theirs take from the organisation.
alter table calendar_entry
  add column agenda_id uuid,
  -- In the calendars of those who follow it; null: its id here.
  add column uid text,
  add column link text,
  add column organiser text,
  add column organiser_url text,
  add column time_zone text,
  add column all_day boolean not null default false;
create index calendar_entry_of_agenda on calendar_entry (tenant_id, agenda_id) where agenda_id is not null;

alter table due_work drop constraint due_work_what_check;
alter table due_work add constraint due_work_what_check
  check (what in ('holds', 'payments', 'waiting', 'forgetting', 'agendas'));
