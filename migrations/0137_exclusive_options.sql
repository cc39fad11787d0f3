-- Of the exclusive options of an event a booking chooses one at most (`options_radio`).
alter table event_option add column exclusive boolean not null default false;
