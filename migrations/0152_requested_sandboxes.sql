-- Whether what is asked for is an organisation to try things in (ADR 0272).
alter table tenant_request add column sandbox boolean not null default false;
