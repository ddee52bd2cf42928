import { describe, expect, it } from 'vitest';
import { payPartnersBody, paySuperAdminBody } from './payout-request.ts';

const AMOUNT = 'Le montant doit être un nombre entier supérieur à 0';
const NOBODY = 'Veuillez sélectionner au moins un partenaire';
const [one, two] = ['019f0000-0000-7000-8000-00000000000a', '019f0000-0000-7000-8000-00000000000b'];

const wrongIn = (body: unknown) =>
  payPartnersBody.safeParse(body).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

describe('whom to pay (B25)', () => {
  it('is read from a list, alone or under its name', () => {
    const list = [{ idPartner: one, amount: 500, note: 'x' }];
    const read = { partners: [{ idPartner: one, amount: 500 }] };
    expect(payPartnersBody.parse(list)).toEqual(read);
    expect(payPartnersBody.parse({ partners: list })).toEqual(read);
  });

  it.each([[[]], [{}], [{ partners: [] }], [{ partners: null }], [{ partners: 'x' }]])(
    '%j: nobody',
    (body) => {
      expect(wrongIn(body)).toEqual([['partners', NOBODY]]);
    },
  );

  it.each([0, -5, 1.5, '500', null, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('not %j F', (amount) => {
    expect(
      wrongIn([
        { idPartner: one, amount: 1 },
        { idPartner: two, amount },
      ]),
    ).toEqual([['partners.1.amount', AMOUNT]]);
    expect(paySuperAdminBody.safeParse({ amount }).error?.issues[0]).toMatchObject({
      path: ['amount'],
      message: AMOUNT,
    });
  });

  it('is nobody twice, however their id is written', () => {
    const twice = [one, two, one.toUpperCase()].map((idPartner) => ({ idPartner, amount: 100 }));
    expect(wrongIn(twice)).toEqual([['partners.2.idPartner', 'Ce partenaire est déjà dans la liste']]);
  });

  it('may be more than any one order costs', () => {
    expect(paySuperAdminBody.parse({ amount: 9_000_000_000 })).toEqual({ amount: 9_000_000_000 });
  });
});
