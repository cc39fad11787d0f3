-- A filter of nobody is everybody's in the organisation.
alter table list_filter
  alter column account_id drop not null,
  drop constraint list_filter_tenant_id_account_id_list_name_key,
  add unique nulls not distinct (tenant_id, account_id, list, name);
