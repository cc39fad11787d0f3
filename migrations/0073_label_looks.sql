-- How a label looks, for whoever does not read it letter by letter (ADR 0221): no stranger takes one that looks like another's. Of own
-- domains there is none.
alter table domain add column look text;
update domain set look = replace(replace(replace(translate(name, '01i358', 'ollesb'), '-', ''), 'rn', 'm'), 'vv', 'w')
  where kind <> 'own';
create index domain_by_look on domain (look);
