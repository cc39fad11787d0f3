-- An organisation asks for its place in a federation, and its row stays when it leaves: of a federation are those of state `member`.
alter table federation_member
  add column state text not null default 'member' check (state in ('waiting', 'member', 'withdrawn', 'declined', 'left')),
  -- When the people of the Meta were last mailed that it asks.
  add column told_at timestamptz,
  add column updated_at timestamptz not null default now();
create index federation_member_of on federation_member (member_tenant_id);
