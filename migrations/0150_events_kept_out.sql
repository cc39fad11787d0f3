-- Whether the event stays out of the calendars that organisations share.
alter table event add column kept_out boolean not null default false;
