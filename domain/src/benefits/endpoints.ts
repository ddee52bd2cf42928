import { z } from 'zod';
import { endpointsTagged, fileContents } from '../contract/endpoint.ts';
import { idParams, paging, total } from '../contract/paging.ts';
import { id } from '../contract/text.ts';
import { reviewNote } from '../payments/review-note.ts';
import {
  earnedShare,
  earnings,
  openPayout,
  orderBenefit,
  partnerPayout,
  payout,
  platformBenefits,
  settledPayout,
} from './benefit.ts';
import { payeeTypes } from './payee.ts';
import { payoutAccountChange, payPartnersBody, paySuperAdminBody } from './payout.ts';
import {
  handPayout,
  moneyOverview,
  ownMoney,
  payeeTerms,
  setTerms,
  settlement,
  settlementRequest,
} from './settlement.ts';

const endpoint = endpointsTagged('Bénéfices');
const success = z.literal(true);

export const benefitEndpoints = {
  calculateBenefits: endpoint('POST', '/benefics/calculateBenefics/{id}', {
    summary: 'Comment la commission d’une commande terminée a été partagée',
    allow: ['supervisor', 'superAdmin'],
    params: idParams,
    responses: { 200: z.object({ success, benefic: orderBenefit }) },
  }),
  payPartners: endpoint('POST', '/benefics/pay/partner', {
    summary: 'Noter le paiement de partenaires, tous ou aucun',
    allow: ['superAdmin'],
    body: payPartnersBody,
    responses: { 200: z.object({ success, payments: z.array(partnerPayout) }) },
    idempotent: true,
  }),
  paySuperAdmin: endpoint('POST', '/benefics/pay/superadmin', {
    summary: 'Noter le paiement de la part de la plateforme',
    allow: ['superAdmin'],
    body: paySuperAdminBody,
    responses: { 200: z.object({ success, payment: payout }) },
    idempotent: true,
  }),
  listPayouts: endpoint('GET', '/benefics/payouts', {
    summary: 'Les versements que le prestataire n’a pas encore faits, ou qu’il a refusés',
    allow: ['superAdmin'],
    responses: { 200: z.object({ payouts: z.array(openPayout) }) },
  }),
  retryPayout: endpoint('POST', '/benefics/payouts/{id}/retry', {
    summary: 'Demander à nouveau un versement refusé, sous un nouveau numéro',
    allow: ['superAdmin'],
    params: idParams,
    responses: { 204: null },
  }),
  settlePayout: endpoint('POST', '/benefics/payouts/{id}/by-hand', {
    summary: 'Noter qu’un versement refusé a été fait autrement',
    allow: ['superAdmin'],
    params: idParams,
    body: reviewNote,
    responses: { 204: null },
  }),
  setPayoutAccount: endpoint('PUT', '/benefics/account', {
    summary: 'Dire sur quel compte mobile money être payé',
    allow: [...payeeTypes],
    body: payoutAccountChange,
    responses: { 200: ownMoney },
  }),
  readOwnMoney: endpoint('GET', '/benefics/own', {
    summary: 'Ce que j’ai gagné aujourd’hui et cette semaine, ce qui m’est dû, et quand',
    allow: [...payeeTypes],
    responses: { 200: ownMoney },
  }),
  readSettlement: endpoint('GET', '/benefics/settlement', {
    summary: 'Préparer un versement : ce qui est dû à chacun, ce qui peut partir, ce qui attend et pourquoi',
    allow: ['supervisor', 'superAdmin'],
    responses: { 200: settlement },
  }),
  paySettlement: endpoint('POST', '/benefics/settlement', {
    summary: 'Verser par le prestataire à ces pharmacies, livreurs et prescripteurs, tous ou aucun',
    allow: ['superAdmin'],
    body: settlementRequest,
    responses: { 200: z.object({ success, payments: z.array(settledPayout) }) },
    idempotent: true,
  }),
  payByHand: endpoint('POST', '/benefics/settlement/by-hand', {
    summary: 'Noter un versement fait à la main : espèces, chèque, virement',
    allow: ['superAdmin'],
    body: handPayout,
    responses: { 200: z.object({ success, payment: settledPayout }) },
    idempotent: true,
  }),
  setPayoutTerms: endpoint('PUT', '/benefics/settlement/{id}', {
    summary: 'Dire quand une personne est payée, à partir de combien, ou pourquoi pas maintenant',
    allow: ['superAdmin'],
    params: idParams,
    body: payeeTerms,
    responses: { 200: setTerms },
  }),
  readMoney: endpoint('GET', '/benefics/money', {
    summary: 'Où est tout l’argent : reçu, dû, versé, gardé',
    allow: ['superAdmin'],
    responses: { 200: moneyOverview },
  }),
  exportPayouts: endpoint('GET', '/benefics/payouts/export', {
    summary: 'Les paiements de bénéfices en CSV, les plus récents d’abord ; 10 000 au plus',
    allow: ['superAdmin'],
    download: true,
    responses: { 200: fileContents('Le fichier CSV.') },
  }),
  readPartnerBenefits: endpoint('GET', '/benefics/partner', {
    summary: 'Mes gains de partenaire, ou ceux d’un partenaire pour le super administrateur',
    allow: ['partnerDoctor', 'superAdmin'],
    // Partners always get their own earnings, so an invalid id must not fail the request.
    query: z.object({ id: id.optional().catch(undefined) }),
    responses: { 200: earnings },
  }),
  listEarnedShares: endpoint('GET', '/benefics/partner/earnings', {
    summary: 'Ce que chacune de mes ordonnances a rapporté, les plus récentes d’abord',
    allow: ['partnerDoctor'],
    query: z.object(paging),
    responses: { 200: z.object({ earnings: z.array(earnedShare), total }) },
  }),
  readPlatformBenefits: endpoint('GET', '/benefics/superadmin', {
    summary: 'Les bénéfices de la plateforme et ceux de chaque partenaire',
    allow: ['superAdmin'],
    responses: { 200: platformBenefits },
  }),
};
