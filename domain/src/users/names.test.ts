import { expect, it } from 'vitest';
import { newAddress } from '../addresses/address.ts';
import { nameText } from '../contract/text.ts';
import { medicationEndpoints } from '../medications/endpoints.ts';
import { zoneEndpoints } from '../zones/endpoints.ts';
import { personName } from './contact.ts';

const MESSAGE = 'Le nom contient des signes invisibles : tapez-le à nouveau';

it.each([
  ['right to left', 'Afi\u202e Dossou'],
  ['an isolate', 'Afi\u2066 Dossou'],
  ['a mark', '\u200fAfi Dossou'],
  ['a zero-width space', 'Afi\u200b Dossou'],
  ['a byte order mark', 'Afi\ufeffDossou'],
  ['a soft hyphen', 'Dos\u00adsou'],
  ['a joiner after a Latin letter', 'Do\u200dssou'],
  ['a variation', 'Afi\ufe0f Dossou'],
  ['a filler', 'Afi\u3164Dossou'],
  ['a blank pattern', 'Afi\u2800Dossou'],
  ['a tag', 'Afi\u{e0041}'],
])('a name with %s is refused', (_, name) => {
  const { error } = nameText('Nom requis', 120).safeParse(name);
  expect(error?.issues.map(({ message }) => message)).toEqual([MESSAGE]);
});

it.each([
  'Afi Dossou',
  'Dèdjinou',
  'Médard N’Dah-Kouassi',
  'Amina أمينة',
  'Pharmacie 🌿',
  'नेहा क्\u200dष',
  'Croix ❤\ufe0f',
  'Clinique 👩🏽\u200d⚕\ufe0f',
  'می\u200cخواهم',
])('the name %s is accepted', (name) => {
  expect(nameText('Nom requis', 120).parse(name)).toBe(name);
});

it('names of people, medicines, zones and places have this rule', () => {
  const name = 'Camp\u202e Guézo';
  const refusals = [
    personName.safeParse(name),
    medicationEndpoints.createMedication.body.safeParse({ label: name, form: 'tablet', price: 100 }),
    zoneEndpoints.createZone.body.safeParse({ label: name, price: 100 }),
    newAddress.safeParse({ name, zone: '01a20876-179e-7317-b7e9-9e46f8039d56', address: 'Portail bleu' }),
  ].map(({ error }) => error?.issues.map(({ message }) => message) ?? []);
  for (const messages of refusals) expect(messages).toContain(MESSAGE);
});
