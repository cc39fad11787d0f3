-- What is not paid and whose address nobody confirmed yet counts for half an hour, and only so much of it (ADR 0233). Null:
-- confirmed, or nothing to confirm. Otherwise a keyed digest of the network it came from, or nothing where networks are not
-- counted; it is gone as soon as the booking is confirmed, paid or closed.
alter table reservation add column unconfirmed_from bytea;
create index reservation_unconfirmed on reservation (tenant_id, event_id) where unconfirmed_from is not null;
