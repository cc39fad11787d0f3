-- How often what an event's entry in a calendar says was revised (RFC 5545, SEQUENCE).
alter table event add column calendar_sequence integer not null default 0;

-- Of every organisation, which the owner of the table sees only while its policy does not bind it too.
alter table event no force row level security;
update event set calendar_sequence = 1 where postponed_at is not null or cancelled_at is not null;
alter table event force row level security;
