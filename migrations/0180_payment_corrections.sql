-- A payment at the desk that was recorded under the wrong method. The payment keeps what was recorded, as its receipt does, and says
-- beside it how it came. What moves in the books is a pair of entries: out of the one method, into the other, on the day it was said.
alter table payment add column corrected_method text check (corrected_method in ('cash', 'card', 'transfer'));
alter table payment add constraint payment_corrected_at_desk
  check (corrected_method is null or method in ('cash', 'card', 'transfer'));

create table payment_correction (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  payment_id uuid not null,
  method text not null check (method in ('cash', 'card', 'transfer')),
  -- Below zero: out of this method.
  amount_minor bigint not null check (amount_minor <> 0),
  currency text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id)
);
create index payment_correction_by_time on payment_correction (tenant_id, created_at);
create index payment_correction_of_payment on payment_correction (tenant_id, payment_id);
select tenant_table('payment_correction');
comment on table payment_correction is 'tenant append-only';

-- By which method money went back, as it was known then; null: that of its payment.
alter table money_back add column method text check (method in ('cash', 'card', 'transfer', 'free', 'online'));
