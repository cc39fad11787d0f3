-- What went back of payments, and when. A refund or a dispute says only how it stands now: the figures of a day that is over must
-- not change when a bank sends money back weeks later. Append-only: the running role may insert and read, nothing else.
create table money_back (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  payment_id uuid not null,
  refund_id uuid,
  -- A bank took it, without a refund.
  dispute_id uuid,
  -- Below zero: it came again.
  amount_minor bigint not null check (amount_minor <> 0),
  currency text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  check (num_nonnulls(refund_id, dispute_id) = 1),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id),
  foreign key (tenant_id, refund_id) references refund (tenant_id, id),
  foreign key (tenant_id, dispute_id) references dispute (tenant_id, id)
);
create index money_back_by_time on money_back (tenant_id, created_at);
create index money_back_by_refund on money_back (tenant_id, refund_id) where refund_id is not null;
create index money_back_by_dispute on money_back (tenant_id, dispute_id) where dispute_id is not null;

-- The rows of every organisation, which the owner of the tables sees only while their policy does not bind it too.
alter table refund no force row level security;
alter table dispute no force row level security;
insert into money_back (tenant_id, id, payment_id, refund_id, amount_minor, currency, created_at)
  select tenant_id, id, payment_id, id, amount_minor, currency, coalesce(ended_at, created_at) from refund
  where status = 'succeeded';
insert into money_back (tenant_id, id, payment_id, dispute_id, amount_minor, currency, created_at)
  select tenant_id, id, payment_id, id, amount_minor, currency, updated_at from dispute where is_withdrawn;
alter table refund force row level security;
alter table dispute force row level security;

select tenant_table('money_back');
comment on table money_back is 'tenant append-only';

-- What the books of a period are read by.
create index receipt_by_time on receipt (tenant_id, created_at);
create index payment_by_arrival on payment (tenant_id, settled_at) where settled_at is not null;
