-- Invitations to work at an organisation that nobody has answered yet: one that was accepted or withdrawn is gone, and the
-- audit log tells of it.
create table team_invitation (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'manager', 'box_office', 'steward', 'accountant')),
  -- Of the link that was mailed last; those before it open nothing.
  token_hash bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, email),
  unique (tenant_id, token_hash)
);
select tenant_table('team_invitation');
