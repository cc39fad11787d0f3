-- Those that are told, whom every booking and every scan looks for: archived ones are not among them, however many there were.
create index webhook_listening on webhook (tenant_id) where off_reason is null and archived_at is null;
-- What one was told, in the order in which it is listed.
create index webhook_delivery_list on webhook_delivery (tenant_id, webhook_id, happened_at, id);
