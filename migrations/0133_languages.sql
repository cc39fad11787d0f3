-- Which languages are spoken is said by the build (ADR 0253); here a language is a tag of BCP 47.
alter table tenant
  drop constraint tenant_language_check,
  add check (length(language) <= 35 and language ~ '^[a-z]{2,8}(-[A-Za-z0-9]{1,8})*$'),
  -- Those that its pages are offered in; null: every one that is spoken.
  add column languages text[] check (cardinality(languages) between 1 and 100 and array_position(languages, null) is null);
alter table tenant_request
  drop constraint tenant_request_language_check,
  add check (length(language) <= 35 and language ~ '^[a-z]{2,8}(-[A-Za-z0-9]{1,8})*$');
alter table waiting_entry
  drop constraint waiting_entry_language_check,
  add check (length(language) <= 35 and language ~ '^[a-z]{2,8}(-[A-Za-z0-9]{1,8})*$');
alter table mail
  drop constraint mail_language_check,
  add check (length(language) <= 35 and language ~ '^[a-z]{2,8}(-[A-Za-z0-9]{1,8})*$');
