-- Which roles of an organisation need a passkey (ADR 0240).
alter table tenant
  add column passkey_roles text[] not null default '{}'
  check (passkey_roles <@ array['owner', 'manager', 'box_office', 'steward', 'accountant']);
