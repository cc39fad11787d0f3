-- An organisation that an event of another one names as its artist, and whether its own calendar shows it.
create table appearance (
  id uuid primary key,
  organiser_id uuid not null references tenant (id),
  event_id uuid not null,
  artist_id uuid not null references tenant (id),
  -- False: the event names it no more. What was decided is kept, should it do so again.
  named boolean not null default true,
  state text not null check (state in ('waiting', 'agreed', 'refused')),
  created_at timestamptz not null,
  updated_at timestamptz not null default now(),
  constraint appearance_once unique (organiser_id, event_id, artist_id)
);
create index appearance_of_artist on appearance (artist_id, state);
select server_table('appearance');

-- Whether the calendar of an organisation shows events that name it without asking its people.
alter table tenant add column shows_appearances boolean not null default false;
