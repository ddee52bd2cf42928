-- « dosu » finds Ɖɔ̀sù: accents that no letter is made with, and the letters of Fon and Yoruba as those that people type (rule 38).
CREATE OR REPLACE FUNCTION folded(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT translate(lower(public.unaccent('public.unaccent'::regdictionary, regexp_replace(normalize(translate($1, '´', ''), NFKD), '[\u0300-\u036f]', '', 'g'))),
    'ɖɛɔŋɣƒʋđłøıƉƐƆŊƔƑƲĐŁØ''’‘ʼʻ`', 'deongfvdloideongfvdlo') $$;
--> statement-breakpoint
-- A stored folded name is made again only with its row.
UPDATE "users" SET "name" = "name" WHERE "folded_name" <> folded("name");
--> statement-breakpoint
UPDATE "prescriptions" SET "patient_name" = "patient_name" WHERE "folded_name" <> folded("patient_name");
