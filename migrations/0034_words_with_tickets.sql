-- A search for several words compares the lists of tickets that each of them has: it reads them from the index alone.
drop index ticket_name_by_word;
create index ticket_name_by_word on ticket_name_word (tenant_id, word, ticket_id);
