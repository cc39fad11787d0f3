-- Memberships that are paid again by themselves (ADR 0280).
alter table price add column recurring_payment boolean not null default false;

-- Money of a renewal names the provider's invoice: each is noted once.
alter table payment add column provider_invoice_id text;
create unique index payment_of_invoice on payment (tenant_id, provider_invoice_id);

create table renewal (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  -- What the provider calls it.
  provider_id text not null,
  -- The order that it began with.
  first_reservation_id uuid not null,
  -- The last membership that it paid for; null: the money of the first was refunded, and it is only to be ended.
  membership_id uuid,
  period text not null check (period in ('day', 'week', 'month', 'year')),
  unit_amount_minor bigint not null check (unit_amount_minor > 0),
  currency text not null,
  -- running; ending: cancelled here, and the provider has not said yet that it ended; ended
  state text not null check (state in ('running', 'ending', 'ended')),
  -- When it is paid next.
  renews_at timestamptz,
  -- The invoice that could not be paid and of which the member was told; null: none since the last that was paid.
  unpaid_invoice_id text,
  check_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint renewal_of_provider unique (tenant_id, provider_id),
  constraint renewal_of_membership unique (tenant_id, membership_id),
  foreign key (tenant_id, first_reservation_id) references reservation (tenant_id, id),
  foreign key (tenant_id, membership_id) references membership (tenant_id, id)
);
create index renewal_of_order on renewal (tenant_id, first_reservation_id);
create index renewal_to_check on renewal (tenant_id, check_at) where check_at is not null;
select tenant_table('renewal');
