-- What kind of event it is, in the words of FEP-8a8e in small letters; null: nobody said. `category` is that of an organisation.
alter table event
  add column event_category text check (event_category in (
    'arts', 'auto_boat_air', 'book_clubs', 'business', 'causes', 'climate_environment', 'community', 'comedy', 'crafts', 'creative_jam',
    'diy_maker_spaces', 'family_education', 'fashion_beauty', 'festivals', 'film_media', 'food_drink', 'games', 'inclusive_spaces',
    'language_culture', 'learning', 'lgbtq', 'meeting', 'meditation_wellbeing', 'movements_politics', 'music', 'networking',
    'outdoors_adventure', 'party', 'performing_visual_arts', 'pets', 'photography', 'science_tech', 'spirituality_religion_beliefs',
    'sports', 'theatre', 'workshops_skill_sharing'
  ));
-- As the event has it.
alter table calendar_entry add column event_category text;
