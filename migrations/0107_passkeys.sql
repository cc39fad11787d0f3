-- The second factor of a sign-in (ADR 0240): keys that an authenticator keeps, and codes on paper for whoever has lost theirs.
create table passkey (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  -- The name of the host that browsers offer it at, and at those below it.
  rp_id text not null,
  credential_id bytea not null,
  public_key bytea not null,
  -- How often it was used, as it says itself; 0: it does not count.
  use_count bigint not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  unique (rp_id, credential_id)
);
create index passkey_by_account on passkey (account_id);
select server_table('passkey');

create table recovery_code (
  account_id uuid not null references account (id) on delete cascade,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);
select server_table('recovery_code');

-- What a passkey is to sign next, once, and when this session was last proven by one.
alter table session
  add column challenge text,
  add column challenge_ends_at timestamptz,
  add column proven_at timestamptz;
