-- The log by when, by whom and by what; the latest first, however long it is.
create index audit_entry_by_time on audit_entry (tenant_id, at, id);
create index audit_entry_by_actor on audit_entry (tenant_id, actor_id, at, id);
create index audit_entry_by_action on audit_entry (tenant_id, action, at, id);
-- In the order of the page.
drop index audit_entry_by_subject;
create index audit_entry_by_subject on audit_entry (tenant_id, subject_id, at, id) where subject_id is not null;
