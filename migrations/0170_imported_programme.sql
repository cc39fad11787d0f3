-- Imports bring locations, artists and options as well (ADR 0281).
alter table import drop constraint import_kind_check;
alter table import add constraint import_kind_check
  check (kind in ('locations', 'artists', 'options', 'products', 'events', 'members', 'tickets', 'cards'));
