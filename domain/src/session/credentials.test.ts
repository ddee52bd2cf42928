import { describe, expect, it } from 'vitest';
import { firstIssues } from '../testing/first-issues.ts';
import { email, optionalEmail } from '../users/contact.ts';
import { password } from '../users/password.ts';
import { adminLogin, login, registration, registrationForm } from './credentials.ts';

const person = {
  name: 'Adjoua Hounsou',
  phone: '01 97 00 00 01',
  password: 'demo',
};
const stored = {
  name: 'Adjoua Hounsou',
  phone: '+2290197000001',
  email: null,
  address: null,
  password: 'demo',
};
const TOO_SHORT = 'Le mot de passe doit contenir au moins 4 caractères';

describe('a password', () => {
  it.each([
    [undefined, 'Mot de passe requis'],
    [null, 'Mot de passe requis'],
    [1234, 'Mot de passe requis'],
    ['', 'Mot de passe requis'],
    ['abc', TOO_SHORT],
    ['x'.repeat(201), 'Le mot de passe est trop long (200 caractères maximum)'],
  ])('%o: %s', (value, message) => {
    expect(firstIssues(password, value)).toEqual({ '': message });
  });

  it.each(['abcd', '    ', ' mot de passe ', 'é'.repeat(200)])('accepts %o unchanged', (value) => {
    expect(password.parse(value)).toBe(value);
  });
});

describe('an e-mail', () => {
  it.each([
    [undefined, 'Email requis'],
    ['', 'Email requis'],
    ['  ', 'Email requis'],
    [12, 'Email requis'],
    ['koffi', "Format d'email invalide"],
    ['koffi@', "Format d'email invalide"],
    ['a b@exemple.bj', "Format d'email invalide"],
    ['a\u0000@exemple.bj', "Format d'email invalide"],
    [`${'a'.repeat(250)}@exemple.bj`, "Format d'email invalide"],
  ])('%o: %s', (value, message) => {
    expect(firstIssues(email, value)).toEqual({ '': message });
  });

  it('is trimmed and lower-cased (rule 21)', () => {
    expect(email.parse('  Docteur@Amasin.DEMO ')).toBe('docteur@amasin.demo');
  });

  it.each([
    '\u200bdocteur@amasin.demo\ufeff',
    'docteur\u00ad@amasin.demo',
    '\uff44octeur\uff20amasin\uff0edemo',
    '\u00a0docteur@amasin.demo\u202c',
  ])('%j is read as people see it (rule 46)', (typed) => {
    expect(email.parse(typed)).toBe('docteur@amasin.demo');
    expect(optionalEmail.parse(typed)).toBe('docteur@amasin.demo');
    expect(adminLogin.parse({ email: typed, password: 'demo' })).toMatchObject({
      email: 'docteur@amasin.demo',
    });
  });

  it('of invisible signs alone is missing', () => {
    expect(firstIssues(email, '\u200b')).toEqual({ '': 'Email requis' });
    expect(optionalEmail.parse('\u200b ')).toBeNull();
  });
});

describe('POST /auth/login', () => {
  it('reads `identifier`, or `phone` if it is missing', () => {
    const read = { identifier: '+2290197000001', password: 'demo' };
    expect(login.parse({ identifier: '97000001', password: 'demo' })).toEqual(read);
    expect(login.parse({ phone: '+229 97000001', password: 'demo' })).toEqual(read);
    expect(
      login.parse({
        identifier: '97000001',
        phone: '96000000',
        password: 'demo',
      }),
    ).toEqual(read);
  });

  it.each([
    [
      {},
      {
        identifier: 'Numéro de téléphone requis',
        password: 'Mot de passe requis',
      },
    ],
    [
      { identifier: '', password: '' },
      {
        identifier: 'Numéro de téléphone requis',
        password: 'Mot de passe requis',
      },
    ],
    [
      { identifier: '12', password: 'abc' },
      { identifier: 'Format de téléphone invalide', password: TOO_SHORT },
    ],
    [{ phone: '+33612345678', password: 'demo' }, { identifier: 'Format de téléphone invalide' }],
    [{ identifier: 'docteur@amasin.demo', password: 'demo' }, { identifier: 'Format de téléphone invalide' }],
  ])('%o: %o', (body, shown) => {
    expect(firstIssues(login, body)).toEqual(shown);
  });
});

describe('POST /auth/admin-login', () => {
  it('reads `email`, or `identifier` if it is missing, and drops `userType`', () => {
    const read = { email: 'docteur@amasin.demo', password: 'demo' };
    expect(
      adminLogin.parse({
        ...read,
        email: ' Docteur@amasin.demo',
        userType: 'superAdmin',
      }),
    ).toEqual(read);
    expect(adminLogin.parse({ identifier: 'docteur@amasin.demo', password: 'demo' })).toEqual(read);
  });

  it.each([
    [{}, { email: 'Email requis', password: 'Mot de passe requis' }],
    [
      { email: '97000001', password: 'abc' },
      { email: "Format d'email invalide", password: TOO_SHORT },
    ],
  ])('%o: %o', (body, shown) => {
    expect(firstIssues(adminLogin, body)).toEqual(shown);
  });
});

describe('POST /auth/register', () => {
  it('accepts the required fields alone and drops fields that grant rights (authorization.csv 3)', () => {
    const rights = {
      type: 'superAdmin',
      active: true,
      isPartner: true,
      onDuty: true,
      verified: true,
      _id: 'x',
    };
    expect(registration.parse({ ...person, ...rights, confirmation: 'demo' })).toEqual(stored);
  });

  it('accepts an e-mail and an address; empty ones become null', () => {
    const body = {
      ...person,
      email: ' Adjoua@Exemple.BJ ',
      address: ' Cadjèhoun\u0000, portail bleu ',
    };
    expect(registration.parse(body)).toMatchObject({
      email: 'adjoua@exemple.bj',
      address: 'Cadjèhoun, portail bleu',
    });
    for (const empty of ['', '   ', null, undefined]) {
      expect(registration.parse({ ...person, email: empty, address: empty })).toEqual(stored);
    }
  });

  it.each([
    [{ name: undefined }, { name: 'Nom requis' }],
    [{ name: '  ' }, { name: 'Nom requis' }],
    [{ name: '\u0000\u0001' }, { name: 'Nom requis' }],
    [{ name: ' A ' }, { name: 'Le nom doit contenir au moins 2 caractères' }],
    [{ name: 'x'.repeat(121) }, { name: '120 caractères maximum' }],
    [{ phone: undefined }, { phone: 'Numéro de téléphone requis' }],
    [{ phone: '12' }, { phone: 'Format de téléphone invalide' }],
    [{ email: 'adjoua' }, { email: "Format d'email invalide" }],
    [{ email: 12 }, { email: "Format d'email invalide" }],
    [{ address: 'x'.repeat(301) }, { address: 'Adresse trop longue (300 caractères maximum)' }],
    [{ password: 'abc' }, { password: TOO_SHORT }],
    [{ password: undefined }, { password: 'Mot de passe requis' }],
  ])('%o: %o', (change, shown) => {
    expect(firstIssues(registration, { ...person, ...change })).toEqual(shown);
  });
});

describe('the sign-up form', () => {
  it('requires the same password twice', () => {
    expect(registrationForm.parse({ ...person, confirmation: 'demo' })).toEqual({
      ...stored,
      confirmation: 'demo',
    });
    const shown = { confirmation: 'Les mots de passe ne correspondent pas' };
    expect(firstIssues(registrationForm, { ...person, confirmation: 'Demo' })).toEqual(shown);
    expect(firstIssues(registrationForm, { ...person, confirmation: '' })).toEqual({
      confirmation: 'Confirmation requise',
    });
  });
});
