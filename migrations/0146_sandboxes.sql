-- An organisation to try everything in (ADR 0272): chosen when it is made, and never changed. Its money is play, and mails to its
-- visitors are kept instead of sent.
alter table tenant add column sandbox boolean not null default false;

alter table mail
  drop constraint mail_status_check,
  add constraint mail_status_check
    check (status in ('queued', 'sent', 'in_outbox', 'kept', 'refused', 'failed', 'withdrawn')) not valid;

-- What a provider would know of a checkout: of a sandbox there is none elsewhere.
create table test_checkout (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  -- The secret in the address of its page.
  session_id text not null,
  payment_id uuid not null,
  attempt integer not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  lines jsonb not null,
  success_url text not null,
  cancel_url text not null,
  state text not null default 'open' check (state in ('open', 'paid', 'ended')),
  ends_at timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint test_checkout_session unique (tenant_id, session_id),
  constraint test_checkout_attempt unique (tenant_id, payment_id, attempt)
);
select tenant_table('test_checkout');

create table test_refund (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  checkout_id uuid not null,
  refund_id uuid not null,
  attempt integer not null,
  amount_minor bigint not null check (amount_minor > 0),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint test_refund_attempt unique (tenant_id, refund_id, attempt),
  foreign key (tenant_id, checkout_id) references test_checkout (tenant_id, id)
);
create index test_refund_of_checkout on test_refund (tenant_id, checkout_id);
select tenant_table('test_refund');
