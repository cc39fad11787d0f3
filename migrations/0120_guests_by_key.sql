-- A batch of bookings looks for guests by their key, whatever the table holds (docs/adr/0211-plans-without-statistics.md).
select newest_primary_key('guest');
