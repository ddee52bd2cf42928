import { z } from 'zod';
import { id } from '../contract/text.ts';
import { moneyPhone } from '../payments/choice.ts';
import { operators } from '../payments/operators.ts';
import { currentPassword } from '../session/own-access.ts';

/** The mobile-money account on which a partner wants to be paid. */
export const payoutAccount = z.object({
  operator: z.enum(operators, { error: 'Indiquez votre opérateur' }),
  phone: moneyPhone,
});

/** Body of PUT /benefics/account: without the password, someone with the partner's session could redirect what they earn. */
export const payoutAccountChange = payoutAccount.extend({ currentPassword });

const AMOUNT = 'Le montant doit être un nombre entier supérieur à 0';
const NOBODY = 'Veuillez sélectionner au moins un partenaire';
const TWICE = 'Ce partenaire est déjà dans la liste';

const amount = z.int({ error: AMOUNT }).min(1, AMOUNT);

const partners = z
  .array(z.object({ idPartner: id.toLowerCase(), amount }), { error: NOBODY })
  .min(1, NOBODY)
  .max(500, '500 partenaires maximum')
  // A partner named twice is most likely a mistake, so the whole list is rejected.
  .superRefine((list, context) => {
    const named = new Set<string>();
    for (const [index, { idPartner }] of list.entries()) {
      if (named.has(idPartner))
        context.addIssue({ code: 'custom', path: [index, 'idPartner'], message: TWICE });
      named.add(idPartner);
    }
  });

/** Body of POST /benefics/pay/partner: `{ partners: [...] }` or a bare list. */
export const payPartnersBody = z.preprocess(
  (body) => (Array.isArray(body) ? { partners: body } : body),
  z.object({ partners }),
);

export type PartnerPayoutRequest = z.output<typeof payPartnersBody>['partners'][number];

/** Body of POST /benefics/pay/superadmin. */
export const paySuperAdminBody = z.object({ amount });
