-- As what somebody takes a list along, besides which columns: the last time's.
alter table export_choice add column form text not null default 'xlsx';
