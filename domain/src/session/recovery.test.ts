import { describe, expect, it } from 'vitest';
import { firstIssues } from '../testing/first-issues.ts';
import { codeCheck, codeForm, codeRequest, passwordReset, passwordResetForm } from './recovery.ts';

describe('POST /auth/request-otp', () => {
  it.each(['97000001', '0197000001', '+22997000001', '+2290197000001', '00229 97 00 00 01', '0229-97000001'])(
    'reads %s',
    (phone) => {
      expect(codeRequest.parse({ phone, captcha: 'x' }).phone).toBe('+2290197000001');
    },
  );

  it.each([
    [{}, { phone: 'Numéro de téléphone requis', captcha: 'Vérification anti-robot requise' }],
    [{ phone: '9700000', captcha: 'x' }, { phone: 'Format de téléphone invalide' }],
    [{ phone: '+33612345678', captcha: 'x' }, { phone: 'Format de téléphone invalide' }],
    [{ phone: '97000001', captcha: '' }, { captcha: 'Vérification anti-robot requise' }],
    [{ phone: '97000001', captcha: 'x'.repeat(4_001) }, { captcha: 'Vérification anti-robot invalide' }],
  ])('%o: %o', (body, shown) => {
    expect(firstIssues(codeRequest, body)).toEqual(shown);
  });
});

describe('a code', () => {
  it.each([
    ['012345', '012345'],
    [' 012 345 ', '012345'],
    ['Amasin : votre code est 012345. Il expire dans 10 minutes. Ne le donnez à personne.', '012345'],
    ['012-345', '012345'],
    [123456, '123456'],
    [null, ''],
    [undefined, ''],
    ['abc', ''],
  ])('sent as %o is parsed as %o, which the server rejects if it is wrong', (code, read) => {
    expect(codeCheck.parse({ phone: '97000001', code }).code).toBe(read);
  });

  it.each([
    ['', 'Code requis'],
    [' ', 'Code requis'],
    ['12345', 'Le code a 6 chiffres'],
    ['1234567', 'Le code a 6 chiffres'],
    ['12345a', 'Le code a 6 chiffres'],
  ])('typed as %o: %s', (code, shown) => {
    expect(firstIssues(codeForm, { code })).toEqual({ code: shown });
  });

  it('accepts two groups of digits', () => {
    expect(codeForm.parse({ code: '012 345' })).toEqual({ code: '012345' });
  });

  it('is found in the whole message, when it is the only number of six digits', () => {
    const message = 'Amasin : votre code est 012345. Il expire dans 10 minutes. Ne le donnez à personne.';
    expect(codeForm.parse({ code: message })).toEqual({ code: '012345' });
    expect(codeForm.parse({ code: `${message}\n${message}` })).toEqual({ code: '012345' });
    expect(firstIssues(codeForm, { code: '012345 ou 543210' })).toEqual({ code: 'Le code a 6 chiffres' });
    expect(firstIssues(codeForm, { code: 'Code 01234²' })).toEqual({ code: 'Le code a 6 chiffres' });
  });
});

describe('a new password', () => {
  const TOO_SHORT = 'Le mot de passe doit contenir au moins 4 caractères';

  it('parses a missing token as an empty one, which the server rejects', () => {
    const body = { phone: '97000001', password: 'demo' };
    expect(passwordReset.parse(body).resetToken).toBe('');
    expect(passwordReset.parse({ ...body, resetToken: null }).resetToken).toBe('');
    expect(firstIssues(passwordReset, { ...body, password: 'abc' })).toEqual({ password: TOO_SHORT });
  });

  it.each([
    [
      { password: '', confirmation: '' },
      { password: 'Mot de passe requis', confirmation: 'Confirmation requise' },
    ],
    [{ password: 'abc', confirmation: 'abc' }, { password: TOO_SHORT }],
    [{ password: 'demo', confirmation: 'Demo' }, { confirmation: 'Les mots de passe ne correspondent pas' }],
    [{ password: 'demo', confirmation: 'demo' }, {}],
  ])('typed twice: %o: %o', (form, shown) => {
    expect(firstIssues(passwordResetForm, form)).toEqual(shown);
  });
});
