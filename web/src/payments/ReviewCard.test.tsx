import type { ReviewReason } from '@amasin/domain/payments/lifecycle.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { reviewed } from '../testing/payments.ts';
import { showPage } from '../testing/show-page.tsx';
import { ReviewCard } from './PaymentCards.tsx';

const reasons: [ReviewReason, string, RegExp][] = [
  ['amount', 'Paiement à vérifier', /pas le montant dû de 4\s000\sF\. .*ne payez pas une deuxième fois/],
  [
    'reference',
    'Paiement à vérifier',
    /sa référence manque ou appartient à un autre paiement\. .*ne payez pas/,
  ],
  [
    'paid-twice',
    'Paiement à rembourser',
    /4\s000\sF .* déjà payée par un autre paiement\. .*vous le rembourser/,
  ],
  ['prescription-changed', 'Paiement à rembourser', /l’ordonnance avait changé .*vous le rembourser/],
  ['order-changed', 'Paiement à rembourser', /la commande avait changé ou était déjà payée\. .*rembourser/],
  [
    'customer-removed',
    'Paiement à rembourser',
    /après la suppression de votre compte : il doit vous être remboursé/,
  ],
];

test.each(reasons)('says why a payment is under review: %s', async (reviewReason, title, text) => {
  showPage(<ReviewCard payment={{ ...reviewed, reviewReason }} />, '/dashboard');
  await screen.findByText(title);
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.getByText('Numéro : TX-1')).toBeDefined();
});
