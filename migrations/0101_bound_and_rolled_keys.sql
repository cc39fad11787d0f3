-- API keys may be bound to addresses and rolled (ADR 0243). Empty: from anywhere. The secret before the present one is good until
-- `former_until`, so that a program can be given the new one at leisure.
alter table api_key
  add column addresses text[] not null default '{}',
  add column refused_at timestamptz,
  add column rolled_at timestamptz,
  add column former_secret_hash bytea,
  add column former_until timestamptz,
  add column former_used_at timestamptz,
  add constraint api_key_former check ((former_secret_hash is null) = (former_until is null));
