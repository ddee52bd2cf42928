import { describe, expect, it } from 'vitest';
import { payPartnersBody, paySuperAdminBody } from './payout.ts';

const AMOUNT = 'Le montant doit être un nombre entier supérieur à 0';
const NOBODY = 'Veuillez sélectionner au moins un partenaire';
const one = '019f0000-0000-7000-8000-00000000000a';
const two = '019f0000-0000-7000-8000-00000000000b';

const issues = (body: unknown) =>
  payPartnersBody.safeParse(body).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

describe('the partners to pay', () => {
  it('accepts a bare list, or a list under `partners`', () => {
    const list = [{ idPartner: one, amount: 500, note: 'x' }];
    const read = { partners: [{ idPartner: one, amount: 500 }] };
    expect(payPartnersBody.parse(list)).toEqual(read);
    expect(payPartnersBody.parse({ partners: list })).toEqual(read);
  });

  it.each([[[]], [{}], [{ partners: [] }], [{ partners: null }], [{ partners: 'x' }]])(
    'rejects %j, which names no partner',
    (body) => {
      expect(issues(body)).toEqual([['partners', NOBODY]]);
    },
  );

  it.each([0, -5, 1.5, '500', null, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'rejects an amount of %j F',
    (amount) => {
      expect(
        issues([
          { idPartner: one, amount: 1 },
          { idPartner: two, amount },
        ]),
      ).toEqual([['partners.1.amount', AMOUNT]]);
      expect(paySuperAdminBody.safeParse({ amount }).error?.issues[0]).toMatchObject({
        path: ['amount'],
        message: AMOUNT,
      });
    },
  );

  it('rejects a partner named twice, whatever the case of the id', () => {
    const twice = [one, two, one.toUpperCase()].map((idPartner) => ({ idPartner, amount: 100 }));
    expect(issues(twice)).toEqual([['partners.2.idPartner', 'Ce partenaire est déjà dans la liste']]);
  });

  it('accepts an amount larger than any single order', () => {
    expect(paySuperAdminBody.parse({ amount: 9_000_000_000 })).toEqual({ amount: 9_000_000_000 });
  });
});
