-- What a mail said is kept for 90 days after it went out, and what was asked under a key for 90 days (ADR 0255). The row of the mail
-- stays: what was sent to whom and when.
alter table mail alter column letter drop not null;
create index mail_with_letter on mail (tenant_id, settled_at) where letter is not null and status in ('sent', 'withdrawn');
create index asked_request_by_age on asked_request (tenant_id, created_at);
alter table due_work drop constraint due_work_what_check;
alter table due_work add constraint due_work_what_check check (what in ('holds', 'payments', 'waiting', 'forgetting'));
