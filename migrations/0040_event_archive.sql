-- An event put away without being lost: off the public pages, and out of the lists but the one of what is archived.

alter table event
  add column archived boolean not null default false,
  -- So that whatever asks for what is published asks for nothing that is put away.
  add constraint event_archived_is_unpublished check (not (archived and published));
