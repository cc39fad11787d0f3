-- Put off until after its end, an event begins anew at the door: scans from before that moment are taken back (ADR 0203).
alter table event add column scans_count_since timestamptz;
-- Whether a cancellation cancels and pays back the tickets of those who had entered, too.
alter table event_notice add column includes_let_in boolean not null default false;
