-- Who was invited to an event, by the lists they were sent in. Names and addresses are those of their bookings.
create table guest_list (
  tenant_id uuid not null references tenant (id),
  event_id uuid not null,
  id uuid not null,
  -- '' when nobody gave it one.
  name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, event_id, id),
  foreign key (tenant_id, event_id) references event (tenant_id, id) on delete cascade
);
select tenant_table('guest_list');

create table guest (
  tenant_id uuid not null references tenant (id),
  event_id uuid not null,
  -- Of the name and the address: by it a guest who is sent twice is known.
  key bytea not null,
  list_id uuid not null,
  reservation_id uuid not null,
  -- For the door.
  note text not null,
  created_at timestamptz not null,
  primary key (tenant_id, event_id, key),
  foreign key (tenant_id, event_id, list_id) references guest_list (tenant_id, event_id, id) on delete cascade
);
create unique index guest_one_reservation on guest (tenant_id, reservation_id);
create index guest_by_list on guest (tenant_id, event_id, list_id, reservation_id);
select tenant_table('guest');
