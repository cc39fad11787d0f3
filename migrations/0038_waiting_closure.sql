-- Whose waiting list takes nobody new, by hand.
create table waiting_closure (
  tenant_id uuid not null references tenant (id),
  event_id uuid not null,
  -- The nil uuid where the whole list of the event is closed.
  price_id uuid not null,
  closed_at timestamptz not null,
  primary key (tenant_id, event_id, price_id),
  foreign key (tenant_id, event_id) references event (tenant_id, id) on delete cascade
);
select tenant_table('waiting_closure');
