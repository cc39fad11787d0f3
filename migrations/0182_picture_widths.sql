-- Pictures get further widths, in the background; those that are there already, too.
alter table due_work drop constraint due_work_what_check;
alter table due_work add constraint due_work_what_check
  check (what in ('holds', 'payments', 'waiting', 'forgetting', 'agendas', 'webhooks', 'followers', 'pictures'));
insert into due_work (what, due_at, tenant_id) select 'pictures', now(), id from tenant;
