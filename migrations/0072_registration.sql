-- Organisations made by the form wait for a super-user (ADR 0220). Those that are here already, and those that a key or a command
-- makes, do not.
alter table tenant add column approval text not null default 'approved'
  check (approval in ('approved', 'waiting', 'refused'));
-- What a super-user said with a no; its owner reads it.
alter table tenant add column refusal_reason text;
create index tenant_not_approved on tenant (id) where approval <> 'approved';
-- A super-user may create what strangers may not.
alter table tenant_request add column by_super_user boolean not null default false;
