-- When a mail was handed to the mail server at the latest: by it the mails to one address are counted, and the messages of one
-- organisation (ADR 0238).
alter table mail add column handed_at timestamptz;
create index mail_handed on mail (tenant_id, recipient, handed_at) where handed_at is not null;
create index mail_messages_handed on mail (tenant_id, handed_at) where kind = 'event_message' and handed_at is not null;
