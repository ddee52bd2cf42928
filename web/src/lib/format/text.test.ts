import { expect, test } from 'vitest';
import { sentence } from './text.ts';

test.each([
  ['Erreur lors du chargement', 'Erreur lors du chargement.'],
  ['Pas de connexion. Réessayez.', 'Pas de connexion. Réessayez.'],
  ['Êtes-vous sûr ?', 'Êtes-vous sûr ?'],
])('« %s » becomes « %s »', (message, whole) => {
  expect(sentence(message)).toBe(whole);
});
