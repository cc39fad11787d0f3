-- A link, a code and a session are good at the host they were made at: null is the label, else a domain of one's own, where
-- whoever runs it reads what comes by and nobody has more than a visitor's rights (ADR 0227).
alter table sign_in_link add column own_domain text;
alter table session add column own_domain text;
-- Of what was given out before nobody knows where: who has a domain of their own signs in again.
delete from session where tenant_id in (select tenant_id from domain where kind = 'own');
delete from sign_in_link where tenant_id in (select tenant_id from domain where kind = 'own');
