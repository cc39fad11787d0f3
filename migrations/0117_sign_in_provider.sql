-- The OpenID Connect provider by which the staff of an organisation signs in (ADR 0244).
create table sign_in_provider (
  tenant_id uuid not null references tenant (id),
  -- What its button says.
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret_encrypted bytea not null,
  secret_set_at timestamptz not null,
  -- Only who has a mail address in these is signed in.
  mail_domains text[] not null check (cardinality(mail_domains) > 0),
  -- Whose values say what somebody is here; null: nobody gets a role by it.
  role_claim text,
  manager_values text[] not null default '{}',
  box_office_values text[] not null default '{}',
  steward_values text[] not null default '{}',
  accountant_values text[] not null default '{}',
  primary key (tenant_id)
);
select tenant_table('sign_in_provider');

-- Sign-ins under way at the provider, each good in one browser, once, and for minutes. State, nonce and the verifier of the code are
-- made of the token, of which there is only a hash.
create table provider_sign_in (
  tenant_id uuid not null references tenant (id),
  token_hash bytea not null,
  issuer text not null,
  client_id text not null,
  next text,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash)
);
select tenant_table('provider_sign_in');

-- Whom the provider means by a subject, which stays the same when a mail address changes.
create table provider_subject (
  tenant_id uuid not null references tenant (id),
  subject_hash bytea not null,
  account_id uuid not null references account (id) on delete cascade,
  created_at timestamptz not null,
  primary key (tenant_id, subject_hash),
  unique (tenant_id, account_id)
);
select tenant_table('provider_subject');

-- What the provider gave it takes away again, and nothing else.
alter table tenant_member add column from_provider boolean not null default false;
-- It ends with the provider, and has no right beyond the organisation.
alter table session add column by_provider boolean not null default false;
