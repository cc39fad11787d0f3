-- Who sends to a webhook has it to themselves until then (ADR 0273): a queue for each would be locked by every look for a job.
alter table webhook add column sending_until timestamptz;
-- When an attempt failed last: what failed a week ago says nothing of now.
alter table webhook add column failed_at timestamptz;

alter table due_work drop constraint due_work_what_check;
alter table due_work add constraint due_work_what_check
  check (what in ('holds', 'payments', 'waiting', 'forgetting', 'agendas', 'webhooks'));

-- As before, with one job for the organisation, which is in no queue.
create or replace function announce(of_tenant uuid, happened_at timestamptz, ids uuid[], kinds text[], bodies text[]) returns void language plpgsql as $$
begin
  if not exists (select from webhook where tenant_id = of_tenant and off_reason is null and archived_at is null
      and webhook.kinds && announce.kinds) then
    return;
  end if;
  insert into webhook_delivery (tenant_id, webhook_id, id, kind, body, happened_at, next_attempt_at)
  select of_tenant, webhook.id, happened.id, happened.kind, happened.body, announce.happened_at, announce.happened_at
  from unnest(ids, announce.kinds, bodies) as happened (id, kind, body)
  join webhook on webhook.tenant_id = of_tenant and off_reason is null and archived_at is null
    and happened.kind = any (webhook.kinds);
  perform graphile_worker.add_jobs(array[('send_webhooks', json_build_object('tenantId', of_tenant), null, null, 12, null, 0,
    array[of_tenant::text])::graphile_worker.job_spec]);
end $$;
