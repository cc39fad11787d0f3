-- Where nobody has shown that whoever has the address asked (ADR 0252): somebody of the organisation, or one of its programs, booked for
-- them or put them on a list.
alter table reservation add column unasked boolean not null default false;
alter table waiting_entry add column unasked boolean not null default false;
create index waiting_entry_unasked on waiting_entry (tenant_id, email) where unasked;
-- What was mailed for that, and messages: the mails that a new organisation has so many of within a day.
alter table mail add column unasked boolean not null default false;
create index mail_unasked_handed on mail (tenant_id, handed_at) where unasked and handed_at is not null;
drop index mail_messages_handed;
