-- What organisations tell those who follow them from other servers, by ActivityPub (ADR 0282).

-- The label in the address of its account; null: it has none now.
alter table tenant add column fediverse_label text;

-- Since when it has been shown without a break: part of its address on other servers, which never take back one that was deleted.
alter table calendar_entry add column shown_since timestamptz not null default now();

create table fediverse_actor (
  tenant_id uuid primary key references tenant (id),
  -- As it was when the account was made: other servers know it by that for ever.
  label text not null,
  public_key text not null,
  private_key_encrypted bytea not null,
  -- The latest activity.
  position bigint not null default 0,
  -- Who sends has it until then.
  sending_until timestamptz,
  created_at timestamptz not null
);
select tenant_table('fediverse_actor');

create table follower (
  tenant_id uuid not null references tenant (id),
  actor text not null,
  -- Of what they asked with, by which it is undone.
  follow_id text not null,
  -- Where everything is sent to: theirs, or that of all accounts of their server.
  inbox text not null,
  -- When its server said that it is gone, until somebody has looked.
  doubted_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, actor)
);
create index follower_by_inbox on follower (tenant_id, inbox);
select tenant_table('follower');

create table activity (
  tenant_id uuid not null references tenant (id),
  position bigint not null,
  body text not null,
  -- The only one that it is for; null: everybody.
  inbox text,
  created_at timestamptz not null,
  primary key (tenant_id, position)
);
create index activity_for_all on activity (tenant_id, position) where inbox is null;
create index activity_for_one on activity (tenant_id, inbox, position) where inbox is not null;
select tenant_table('activity');

create table follower_inbox (
  tenant_id uuid not null references tenant (id),
  address text not null,
  -- The latest activity that it has.
  position bigint not null,
  -- Whether it gets what everybody gets, or answers alone.
  hears boolean not null,
  failures integer not null default 0,
  failing_since timestamptz,
  resumes_at timestamptz,
  primary key (tenant_id, address)
);
select tenant_table('follower_inbox');

-- What followers know of.
create table told_event (
  tenant_id uuid not null references tenant (id),
  event_id uuid not null,
  -- Its address on other servers.
  object text not null,
  -- Of what they were told; null: it is another organisation's, and was announced.
  digest bytea,
  -- The address of what announced it.
  announcement text not null,
  starts_at timestamptz not null,
  -- After that it is left to them, and forgotten here later.
  over_at timestamptz not null,
  primary key (tenant_id, event_id)
);
select tenant_table('told_event');

-- Where a calendar elsewhere is an account that is followed: its address, where it is written to, and since when.
alter table remote_agenda
  add column actor text,
  add column actor_inbox text,
  add column followed_at timestamptz;

alter table due_work drop constraint due_work_what_check;
alter table due_work add constraint due_work_what_check
  check (what in ('holds', 'payments', 'waiting', 'forgetting', 'agendas', 'webhooks', 'followers'));
