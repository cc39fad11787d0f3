-- Of what strangers hold open at an event a booking looks at the newest alone: a rush is told by the last hundred (ADR 0246).
create index reservation_unconfirmed_since on reservation (tenant_id, event_id, created_at) where unconfirmed_from is not null;
drop index reservation_unconfirmed;
create index reservation_unpaid_since on reservation (tenant_id, event_id, created_at) where unpaid_from is not null;
drop index reservation_unpaid;
-- Of equals the newest is taken (ADR 0211), and each of these conditions implies one of those.
drop index reservation_unconfirmed_from, reservation_unpaid_from, reservation_unconfirmed_by_code;
create index reservation_unconfirmed_from on reservation (tenant_id, unconfirmed_from) where unconfirmed_from <> '';
create index reservation_unpaid_from on reservation (tenant_id, unpaid_from) where unpaid_from <> '';
create index reservation_unconfirmed_by_code on reservation (tenant_id, promotional_code_id)
  where unconfirmed_from is not null and promotional_code_id is not null;
