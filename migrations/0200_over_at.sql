-- When an event of the shared calendar is over: at its end; without one, at 04:00 after it began, by the clocks of its organisation or agenda
-- (ADR 0311). A time zone that this PostgreSQL does not know counts as UTC, until the event is next saved.
alter table calendar_entry add column over_at timestamptz;
update calendar_entry set over_at = ends_at where ends_at is not null;
with unended as (
  select entry.tenant_id, entry.event_id, entry.starts_at, coalesce(zone.name, 'UTC') as zone
  from calendar_entry entry
  join tenant on tenant.id = entry.tenant_id
  left join pg_timezone_names zone on zone.name = coalesce(entry.time_zone, tenant.time_zone)
  where entry.ends_at is null
)
update calendar_entry entry
set over_at = (date_trunc('day', (unended.starts_at at time zone zone) - interval '4 hours') + interval '28 hours') at time zone zone
from unended where entry.tenant_id = unended.tenant_id and entry.event_id = unended.event_id;
alter table calendar_entry alter column over_at set not null;
