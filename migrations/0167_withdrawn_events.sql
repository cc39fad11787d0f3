-- Events that the shared calendar showed and shows no more: whoever has copied one meanwhile does not bring it back (ADR 0274).
create table withdrawn_event (
  tenant_id uuid not null references tenant (id),
  event_id uuid not null,
  -- Until the last copy of it is gone, wherever it is.
  kept_until timestamptz not null,
  primary key (tenant_id, event_id)
);
create index withdrawn_event_by_id on withdrawn_event (event_id);
select server_table('withdrawn_event');
