-- What a stranger holds while it is paid online counts among what nobody confirmed (ADR 0233): a keyed digest of the network it came
-- from, gone as soon as it is paid or closed. Null: nothing to count. Nobody is asked to confirm it, so it is not `unconfirmed_from`.
alter table reservation add column unpaid_from bytea;
create index reservation_unpaid on reservation (tenant_id, event_id) where unpaid_from is not null;
