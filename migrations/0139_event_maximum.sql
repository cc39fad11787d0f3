-- How many tickets of an event, of all its prices together, one person may have; null: as each price says.
alter table event add column max_per_user integer check (max_per_user > 0);
