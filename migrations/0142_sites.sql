-- Web sites of an organisation's own, by their origins: their pages may call its interface, and buyers may return to them (ADR 0266).
alter table tenant add column sites text[] not null default '{}' check (cardinality(sites) <= 20);
-- Where the page of a booking or an order leads back to, if that is still one of these sites.
alter table reservation add column return_url text check (length(return_url) <= 2048);
