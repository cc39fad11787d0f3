-- A message to everybody who booked an event goes the way of its cancellation: one booking after the other, restartable, told once.
alter table event_notice drop constraint event_notice_kind_check;
alter table event_notice add constraint event_notice_kind_check check (kind in ('cancelled', 'postponed', 'message'));
-- Of a message, whose text is the reason.
alter table event_notice add column subject text;
alter table event_notice add constraint event_notice_message_check
  check ((kind = 'message') = (subject is not null) and (kind <> 'message' or reason is not null));
