-- Whether an organisation, while it is new, mails only so many people a day who did not ask (ADR 0252).
alter table tenant add column mails_limited boolean not null default true;
