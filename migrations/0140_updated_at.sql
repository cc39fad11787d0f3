-- When each row was last changed, for those who ask what changed since (ADR 0264). What there is counts as changed now: the moment it
-- was made would have to be written into each row, and says nothing of what became of it since.
alter table artist add column updated_at timestamptz not null default now();
alter table device add column updated_at timestamptz not null default now();
alter table event_notice add column updated_at timestamptz not null default now();
alter table location add column updated_at timestamptz not null default now();
alter table membership add column updated_at timestamptz not null default now();
alter table payment add column updated_at timestamptz not null default now();
alter table project add column updated_at timestamptz not null default now();
alter table refund add column updated_at timestamptz not null default now();
alter table stage add column updated_at timestamptz not null default now();
alter table tenant add column updated_at timestamptz not null default now();
alter table ticket add column updated_at timestamptz not null default now();
alter table ticket_option add column updated_at timestamptz not null default now();
alter table waiting_entry add column updated_at timestamptz not null default now();

-- Of ranges and not of rows: whoever changes a row writes nothing to its other indexes for the sake of this one, and no plan of another
-- statement begins here.
create index reservation_by_change on reservation using brin (updated_at) with (pages_per_range = 16, autosummarize = on);
create index payment_by_change on payment using brin (updated_at) with (pages_per_range = 16, autosummarize = on);
create index membership_by_change on membership using brin (updated_at) with (pages_per_range = 16, autosummarize = on);
