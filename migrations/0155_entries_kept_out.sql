-- An event that is kept out of shared calendars is in the feeds of its own organisation all the same.
alter table calendar_entry add column kept_out boolean not null default false;
