-- Words are kept as foldText of src/lib/text.ts folds them, which knows more letters since: Yılmaz, Łukasz and Đorđe are found as people type
-- them on a keyboard without these letters.
create function folded_letters(said text) returns text language sql immutable
return translate(replace(replace(replace(replace(said, 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'þ', 'th'), 'ıłđðħŧŋø', 'ilddhtno');

-- The rows of every organisation, which the owner of the tables sees only while their policies do not bind it too.
alter table ticket_name_word no force row level security;
insert into ticket_name_word (tenant_id, ticket_id, word)
  select tenant_id, ticket_id, folded_letters(word) from ticket_name_word where word ~ '[ıłđðħŧŋøœæßþ]'
  on conflict do nothing;
delete from ticket_name_word where word ~ '[ıłđðħŧŋøœæßþ]';
alter table ticket_name_word force row level security;

alter table member_name_word no force row level security;
insert into member_name_word (tenant_id, email, word)
  select tenant_id, email, folded_letters(word) from member_name_word where word ~ '[ıłđðħŧŋøœæßþ]'
  on conflict do nothing;
delete from member_name_word where word ~ '[ıłđðħŧŋøœæßþ]';
alter table member_name_word force row level security;

update calendar_entry set folded_what = folded_letters(folded_what), folded_where = folded_letters(folded_where)
  where folded_what || folded_where ~ '[ıłđðħŧŋøœæßþ]';

drop function folded_letters(text);
