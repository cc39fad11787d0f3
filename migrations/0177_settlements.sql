-- What an event costs and what its artists are to get: typed in, and settled with what its bookings brought (ADR 0288).
create table event_cost (
  tenant_id uuid not null references tenant (id),
  event_id uuid not null,
  position integer not null,
  label text not null,
  -- Without VAT, in the currency of the organisation.
  amount_minor bigint not null check (amount_minor >= 0),
  primary key (tenant_id, event_id, position),
  foreign key (tenant_id, event_id) references event (tenant_id, id) on delete cascade
);
select tenant_table('event_cost');

-- Kept when the event names the artist no more: they may be owed something all the same.
create table artist_deal (
  tenant_id uuid not null references tenant (id),
  event_id uuid not null,
  artist_id uuid not null,
  position integer not null,
  kind text not null check (kind in ('guarantee', 'share', 'versus', 'plus')),
  guarantee_minor bigint check (guarantee_minor >= 0),
  share_hundredths integer check (share_hundredths between 1 and 10000),
  primary key (tenant_id, event_id, artist_id),
  foreign key (tenant_id, event_id) references event (tenant_id, id) on delete cascade,
  constraint artist_deal_artist foreign key (tenant_id, artist_id) references artist (tenant_id, id),
  check ((guarantee_minor is null) = (kind = 'share')),
  check ((share_hundredths is null) = (kind = 'guarantee'))
);
create index artist_deal_of_artist on artist_deal (tenant_id, artist_id);
select tenant_table('artist_deal');
