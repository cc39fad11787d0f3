-- A scan made without network is noted as it happened (ADR 0182): also where the service would have refused it. `conflict` says why
-- it would have, and the ticket was then left as it was.
alter table scan_log add column offline boolean not null default false;
alter table scan_log add column conflict text
  check (conflict in ('already_scanned', 'wrong_event', 'canceled', 'unpaid', 'not_active', 'outside_window'));
create index scan_log_conflict on scan_log (tenant_id, event_id, id) where conflict is not null;

-- What a device does without network with a ticket that is genuine and not in its snapshot.
alter table event add column offline_policy text not null default 'ask'
  check (offline_policy in ('accept', 'ask', 'refuse'));

-- A supervisor takes a scan back at the door.
alter table audit_entry drop constraint audit_entry_actor_kind_check;
alter table audit_entry add constraint audit_entry_actor_kind_check
  check (actor_kind in ('anonymous', 'server', 'api_key', 'account', 'device'));

-- By what a device without network names a ticket: the SHA-256 of the text of its QR code, of which a snapshot was made. No key
-- to anything; the text cannot be made from it.
create table ticket_lookup (
  tenant_id uuid not null references tenant (id),
  lookup bytea not null check (octet_length(lookup) = 32),
  ticket_id uuid not null,
  -- Whose signature the code bears.
  key_id uuid not null,
  primary key (tenant_id, lookup)
);
create unique index ticket_lookup_of_key on ticket_lookup (tenant_id, ticket_id, key_id);
select tenant_table('ticket_lookup');
