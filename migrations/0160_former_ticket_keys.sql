-- Public keys by which another server signed tickets of an event before it moved here (ADR 0277), as SubjectPublicKeyInfo in DER.
create table former_ticket_key (
  tenant_id uuid not null references tenant (id),
  id uuid not null,
  event_id uuid not null,
  public_key bytea not null,
  added_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, event_id) references event (tenant_id, id) on delete cascade
);
create unique index former_ticket_key_once on former_ticket_key (tenant_id, event_id, public_key);
select tenant_table('former_ticket_key');
