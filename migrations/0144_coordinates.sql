-- Where a place is on a map, in degrees (WGS 84): both, or neither where nobody said.
alter table location
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add constraint location_coordinates check ((latitude is null) = (longitude is null));
alter table tenant
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add constraint tenant_coordinates check ((latitude is null) = (longitude is null));
-- As the location has them.
alter table calendar_entry
  add column latitude double precision,
  add column longitude double precision;
