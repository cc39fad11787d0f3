-- The event that a product was made for, with its first price, in the form of that event. Null: made for whatever is sold of it.

alter table product no force row level security;
alter table event no force row level security;
alter table event_product no force row level security;

alter table product
  add column made_for_event_id uuid,
  add constraint product_made_for_event foreign key (tenant_id, made_for_event_id)
    references event (tenant_id, id) on delete set null (made_for_event_id);

create index product_by_event_made_for on product (tenant_id, made_for_event_id) where made_for_event_id is not null;

-- So far such a product bears the name of the only event that sells it, and was made in the same transaction.
update product set made_for_event_id = event.id
from event
where event.tenant_id = product.tenant_id
  and event.name = product.name
  and abs(extract(epoch from event.created_at - product.created_at)) < 1
  and event.id = (
    select min(sold.event_id::text)::uuid from event_product sold
    where sold.tenant_id = product.tenant_id and sold.product_id = product.id
    having count(*) = 1
  );

alter table product force row level security;
alter table event force row level security;
alter table event_product force row level security;
