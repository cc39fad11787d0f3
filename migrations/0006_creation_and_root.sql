-- The creation form, and super-users who enter an organisation from Root.

-- Organisations that somebody asked for with the form. Nothing of them exists before the address is confirmed; what was
-- not confirmed in its time is forgotten.
create table tenant_request (
  token_hash bytea primary key,
  -- The Meta that was asked: what comes of it joins its federation.
  meta_tenant_id uuid not null references tenant (id),
  email text not null check (email = lower(email)),
  organisation text not null,
  category text not null check (category in ('venue', 'festival', 'project', 'producer', 'meta')),
  address text,
  postal_code text,
  city text,
  slug text not null check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  language text not null check (language in ('en', 'fr')),
  -- The digits of the mail, good only in the browser that asked, which holds the handle.
  handle_hash bytea not null unique,
  code_hash bytea not null,
  code_expires_at timestamptz not null,
  code_tries integer not null default 0,
  expires_at timestamptz not null,
  -- What came of it: a request is confirmed once.
  made_tenant_id uuid references tenant (id),
  created_at timestamptz not null
);
create index tenant_request_by_email on tenant_request (email);
select server_table('tenant_request');

-- A super-user who entered from Root: the session has an owner's duties there, for as long as it says, and what is done
-- in it bears that mark in the log of the organisation.
alter table sign_in_link add column from_root boolean not null default false;
alter table session add column from_root boolean not null default false;
