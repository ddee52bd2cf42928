-- French order in which « 2e arrondissement » comes before « 10e », and « 500 mg » before « 1000 mg ».
CREATE COLLATION IF NOT EXISTS french (provider = icu, locale = 'fr-u-kn-true');
