-- 4 and 7 are seen for a and t as well (ADR 0221).
update domain set look = translate(look, '47', 'at') where look ~ '[47]';
