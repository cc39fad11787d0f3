-- Who wants no more messages of an organisation, by their address (ADR 0236); and what a notice left out for that.
create table mail_objection (
  tenant_id uuid not null references tenant (id),
  email text not null,
  created_at timestamptz not null,
  primary key (tenant_id, email)
);
select tenant_table('mail_objection');
alter table event_notice
  -- Mails that were not written, and bookings of which nobody was told.
  add column left_out integer not null default 0,
  add column left_out_bookings integer not null default 0;
