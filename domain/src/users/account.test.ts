import { describe, expect, it } from 'vitest';
import { userTypeLabels } from '../contract/user-type.ts';
import { firstIssues } from '../testing/first-issues.ts';
import {
  accountChange,
  accountFilters,
  accountForm,
  missingFields,
  newAccount,
  newAccountForm,
} from './account.ts';
import { ownDetails, ownDetailsForm } from './own-details.ts';
import { partnerTitleLabels } from './partner-title.ts';
import { partnerTitles } from './user.ts';

const agent = {
  name: 'Mariam Soumanou',
  phone: '01 97 00 00 01',
  email: 'Mariam@Exemple.BJ',
  password: 'demo',
  type: 'agent',
  address: 'Akpakpa',
};

describe('a new account', () => {
  it('is parsed to its stored form', () => {
    expect(newAccount.parse({ ...agent, type: 'AGENT', role: 'root' })).toEqual({
      ...agent,
      phone: '+2290197000001',
      email: 'mariam@exemple.bj',
      pharmacist: null,
      licenceNumber: null,
      orderNumber: null,
    });
  });

  it('reports all missing fields at once', () => {
    expect(Object.keys(firstIssues(newAccount, { type: 'pharmacy' })).sort()).toEqual(
      ['address', 'email', 'location', 'name', 'password', 'phone'].sort(),
    );
    for (const body of [null, [], 'agent', 3]) expect(newAccount.safeParse(body).success).toBe(false);
  });

  it.each(['customer', 'agent'])('of type %s needs an e-mail and an address in the form', (type) => {
    expect(firstIssues(newAccountForm, { ...agent, type, email: ' ', address: '' })).toEqual({
      email: 'Email requis',
      address: 'Adresse requis',
    });
    expect(firstIssues(newAccountForm, { ...agent, type })).toEqual({});
  });

  it('does not need an e-mail and an address for a customer over the API', () => {
    expect(newAccount.parse({ ...agent, type: 'customer', email: '', address: null })).toMatchObject({
      email: null,
      address: null,
    });
    expect(missingFields({ type: 'customer' })).toEqual({});
  });
});

describe('a changed account', () => {
  const customer = { ...agent, type: 'customer' };
  const bare = { ...customer, email: null, address: null };

  it('cannot lose its e-mail and its address in the form', () => {
    expect(firstIssues(accountForm(customer), { ...customer, email: '', address: '' })).toEqual({
      email: 'Email requis',
      address: 'Adresse requis',
    });
  });

  it('can be saved without them for a customer who has neither', () => {
    expect(firstIssues(accountForm(bare), { ...bare, email: '', address: '' })).toEqual({});
    expect(firstIssues(accountForm(bare), { ...bare, type: 'agent' })).toEqual({
      email: 'Email requis',
      address: 'Adresse requis',
    });
  });

  it.each(['', null, undefined])('leaves the password unchanged for %o', (password) => {
    expect(accountChange.parse({ password }).password).toBeUndefined();
    expect(accountForm(agent).parse({ ...agent, password }).password).toBeUndefined();
  });

  it('is checked only in the fields that it contains', () => {
    expect(accountChange.parse({})).toEqual({});
    expect(firstIssues(accountForm(agent), { ...agent, type: 'partnerDoctor', password: 'abc' })).toEqual({
      titrePartenaire: 'Veuillez spécifier le titre du professionnel de santé',
      password: 'Le mot de passe doit contenir au moins 4 caractères',
    });
  });
});

it('own details: the form requires name and phone, the API requires no field', () => {
  expect(ownDetails.parse({ type: 'superAdmin' })).toEqual({});
  expect(ownDetailsForm.safeParse({ name: 'Afi' }).error?.issues[0]?.message).toBe('Téléphone requis');
});

it.each([
  ['', undefined],
  ['true', true],
  ['false', false],
])('parses the filter active=%s as %s', (text, active) => {
  expect(accountFilters.parse({ active: text }).active).toBe(active);
});

it('user types and titles have French labels', () => {
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
