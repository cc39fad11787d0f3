-- Addresses of programs that are told what happens (ADR 0273).
create table webhook (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  name text not null,
  address text not null,
  kinds text[] not null check (cardinality(kinds) > 0),
  -- hmac: a secret that both know. ed25519: a private key, whose public one is among the organisation's keys.
  signature text not null check (signature in ('hmac', 'ed25519')),
  secret_encrypted bytea not null,
  public_key bytea check ((signature = 'ed25519') = (public_key is not null)),
  -- The one before, with which is signed as well until then.
  former_secret_encrypted bytea,
  former_public_key bytea,
  former_until timestamptz check ((former_until is null) = (former_secret_encrypted is null)),
  -- Why nothing is told to it; null while it is told.
  off_reason text check (off_reason in ('by_hand', 'gone', 'failing')),
  off_at timestamptz check ((off_at is null) = (off_reason is null)),
  -- Attempts that failed since the last that did not, the first of them, and until when nothing is tried.
  failures integer not null default 0,
  failing_since timestamptz,
  resumes_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  primary key (tenant_id, id)
);
select tenant_table('webhook');

create table webhook_delivery (
  tenant_id uuid not null references tenant (id),
  webhook_id uuid not null,
  -- Of what happened: the same for every webhook that is told of it, and at every attempt.
  id uuid not null,
  kind text not null,
  -- What is signed and sent, as it was when it happened.
  body text not null,
  happened_at timestamptz not null,
  state text not null default 'due' check (state in ('due', 'delivered', 'failed')),
  attempt_count integer not null default 0,
  next_attempt_at timestamptz check ((state = 'due') = (next_attempt_at is not null)),
  -- The last ones: {at, status, refusal, answer, ms}.
  attempts jsonb not null default '[]',
  updated_at timestamptz not null default now(),
  primary key (tenant_id, webhook_id, id),
  foreign key (tenant_id, webhook_id) references webhook (tenant_id, id)
);
create index webhook_delivery_due on webhook_delivery (tenant_id, webhook_id, next_attempt_at) where state = 'due';
create index webhook_delivery_time on webhook_delivery (tenant_id, happened_at);
select tenant_table('webhook_delivery');

-- Writes down what is to be told, in the transaction in which it happened, and has it sent once that commits. An organisation that has no
-- webhook for it costs a look into an index; here and not in the service, so that the statement which admits tickets can call it.
create function announce(of_tenant uuid, happened_at timestamptz, ids uuid[], kinds text[], bodies text[]) returns void language plpgsql as $$
declare
  told uuid[];
begin
  if not exists (select from webhook where tenant_id = of_tenant and off_reason is null and archived_at is null
      and webhook.kinds && announce.kinds) then
    return;
  end if;
  with written as (
    insert into webhook_delivery (tenant_id, webhook_id, id, kind, body, happened_at, next_attempt_at)
    select of_tenant, webhook.id, happened.id, happened.kind, happened.body, announce.happened_at, announce.happened_at
    from unnest(ids, announce.kinds, bodies) as happened (id, kind, body)
    join webhook on webhook.tenant_id = of_tenant and off_reason is null and archived_at is null
      and happened.kind = any (webhook.kinds)
    returning webhook_id
  )
  select array_agg(distinct webhook_id) into told from written;
  -- One queue for each, so that it is sent to in order and holds up nobody else.
  perform graphile_worker.add_job('send_webhooks', json_build_object('tenantId', of_tenant, 'webhookId', one),
    queue_name => 'webhook ' || one, max_attempts => 12, flags => array[of_tenant::text]) from unnest(told) as one;
end $$;
