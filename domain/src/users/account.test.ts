import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { accountChange, accountFilters, accountForm, missingFields, newAccount } from './account.ts';
import { ownDetails, ownDetailsForm } from './own-details.ts';
import { partnerTitleLabels } from './partner-title.ts';
import { partnerTitles } from './user.ts';
import { userTypeLabels } from './user-type.ts';

const agent = {
  name: 'Mariam Soumanou',
  phone: '01 97 00 00 01',
  email: 'Mariam@Exemple.BJ',
  password: 'demo',
  type: 'agent',
  address: 'Akpakpa',
};
const said = (schema: z.ZodType, value: unknown) =>
  Object.fromEntries(
    (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );

describe('a new account', () => {
  it('is read as it is stored', () => {
    expect(newAccount.parse({ ...agent, type: 'AGENT', role: 'root' })).toEqual({
      ...agent,
      phone: '+2290197000001',
      email: 'mariam@exemple.bj',
    });
  });

  it('says all that is missing at once', () => {
    expect(Object.keys(said(newAccount, { type: 'pharmacy' })).sort()).toEqual(
      ['address', 'email', 'location', 'name', 'password', 'phone'].sort(),
    );
    for (const wrong of [null, [], 'agent', 3]) expect(newAccount.safeParse(wrong).success).toBe(false);
  });

  it('of a customer may do without e-mail and address', () => {
    expect(newAccount.parse({ ...agent, type: 'customer', email: '', address: null })).toMatchObject({
      email: null,
      address: null,
    });
    expect(missingFields({ type: 'customer' })).toEqual({});
  });
});

describe('a changed account', () => {
  it.each(['', null, undefined])('keeps its password when given %o', (password) => {
    expect(accountChange.parse({ password }).password).toBeUndefined();
    expect(accountForm.parse({ ...agent, password }).password).toBeUndefined();
  });

  it('is checked in what is named only', () => {
    expect(accountChange.parse({})).toEqual({});
    expect(said(accountForm, { ...agent, type: 'partnerDoctor', password: 'abc' })).toEqual({
      titrePartenaire: 'Veuillez spécifier le titre du professionnel de santé',
      password: 'Le mot de passe doit contenir au moins 4 caractères',
    });
  });
});

it('one’s own details: a name and a telephone in the form, what one likes on the wire', () => {
  expect(ownDetails.parse({ type: 'superAdmin' })).toEqual({});
  expect(ownDetailsForm.safeParse({ name: 'Afi' }).error?.issues[0]?.message).toBe('Téléphone requis');
});

it.each([
  ['', undefined],
  ['true', true],
  ['false', false],
])('the filter active=%s is %s', (written, read) => {
  expect(accountFilters.parse({ active: written }).active).toBe(read);
});

it('types and titles are called in French', () => {
  expect(userTypeLabels).toMatchObject({
    customer: 'Client',
    pharmacy: 'Pharmacie',
    deliveryPerson: 'Livreur',
    agent: 'Pharmacien interne',
    partnerDoctor: 'Professionnel de santé',
    supervisor: 'Superviseur',
  });
  expect(partnerTitles.map((title) => partnerTitleLabels[title])).toEqual([
    'Hôpital',
    'Docteur',
    'Infirmier',
    'Anesthésiste',
    'Kinésithérapeute',
    'Sage-femme',
    'Aide-soignant',
    'Accoucheuse',
  ]);
});
