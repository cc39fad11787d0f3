-- Part of what was owed, given back by staff at the provider: the credit note of the whole is that of its parts too.
alter table refund add column split_from uuid;
