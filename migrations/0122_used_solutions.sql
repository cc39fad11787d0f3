-- Solutions of challenges that let a booking through: each is good once (ADR 0246). Forgotten when they would be too old anyway.
create table used_solution (
  tenant_id uuid not null references tenant (id),
  digest bytea not null,
  expires_at timestamptz not null,
  primary key (tenant_id, digest)
);
create index used_solution_old on used_solution (tenant_id, expires_at);
select tenant_table('used_solution');
