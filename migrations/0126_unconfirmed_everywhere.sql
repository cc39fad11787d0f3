-- What a stranger holds and neither confirmed nor paid is counted over the whole organisation, at an event or at none (ADR 0257): by
-- network, by address, by promotional code, and things and memberships by their price, whose stock is that of all events.
-- Each condition is of its statement alone, so that no other finds as little by another index (ADR 0211); '' is not counted by network.
create index reservation_unconfirmed_from on reservation (tenant_id, unconfirmed_from) where unconfirmed_from <> '';
create index reservation_unpaid_from on reservation (tenant_id, unpaid_from) where unpaid_from <> '';
create index reservation_open_by_booker on reservation (tenant_id, booker_email)
  where booker_email <> '' and (unconfirmed_from is not null or unpaid_from is not null);
create index reservation_unconfirmed_by_code on reservation (tenant_id, promotional_code_id)
  where unconfirmed_from is not null and promotional_code_id is not null;
-- Lines bear no time, and their ids order by it.
create index reservation_line_of_things_by_price on reservation_line (tenant_id, price_id, id) where not makes_tickets;
