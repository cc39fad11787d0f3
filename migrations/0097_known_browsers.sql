-- Browsers that staff has signed in with, by a mark that each keeps: of another one its account is told by mail (ADR 0239).
create table known_browser (
  account_id uuid not null references account (id) on delete cascade,
  token_hash bytea not null,
  -- Where its mark is good: a cookie belongs to one host.
  tenant_id uuid not null references tenant (id),
  last_seen_at timestamptz not null,
  primary key (account_id, token_hash)
);
select server_table('known_browser');
