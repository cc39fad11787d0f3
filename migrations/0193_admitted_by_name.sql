-- Whether a supervisor let the ticket in by its name, without its code (ADR 0303).
alter table scan_log add column by_name boolean not null default false;
