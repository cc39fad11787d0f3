-- Whose name mails bear, and where answers to them go; null: the organisation's own name, and its address.
alter table tenant add column mail_sender text check (char_length(mail_sender) between 1 and 70);
alter table tenant add column reply_email text;
