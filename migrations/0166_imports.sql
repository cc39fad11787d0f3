-- What an organisation brings from another server (ADR 0281): a file, what its columns mean, and what became of each line.
create table import (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  kind text not null check (kind in ('products', 'events', 'members', 'tickets', 'cards')),
  file_name text not null,
  column_names text[] not null,
  -- Pairs: the name of a field, and which column it is read from, counted from 0.
  mapping jsonb not null,
  state text not null check (state in ('draft', 'checking', 'checked', 'importing', 'done')),
  line_count integer not null,
  -- Of the last run: how many lines are dealt with, and of these how many were taken, and were there already.
  done_count integer not null default 0,
  taken_count integer not null default 0,
  known_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id)
);
-- One at a time: what it finds there, nobody else is making.
create unique index import_one_running on import (tenant_id) where state in ('checking', 'importing');
create index import_by_time on import (tenant_id, created_at);
select tenant_table('import');

-- The lines of a file until they are imported, in parts of some hundred: {line, cells}.
create table import_part (
  tenant_id uuid not null references tenant (id),
  import_id uuid not null,
  position integer not null,
  lines jsonb not null,
  primary key (tenant_id, import_id, position),
  foreign key (tenant_id, import_id) references import (tenant_id, id) on delete cascade
);
select tenant_table('import_part');

-- Why a line was not taken by the last run. No word of what it says: that may be about somebody.
create table import_refusal (
  tenant_id uuid not null references tenant (id),
  import_id uuid not null,
  line integer not null,
  field text,
  problem text not null,
  primary key (tenant_id, import_id, line),
  foreign key (tenant_id, import_id) references import (tenant_id, id) on delete cascade
);
select tenant_table('import_refusal');

-- What was on a card at the server that was left.
alter table purse_movement drop constraint purse_movement_kind_check;
alter table purse_movement add constraint purse_movement_kind_check
  check (kind in ('credit', 'debit', 'reversal', 'top_up', 'membership', 'cancellation', 'card_replaced', 'opening_balance'));
