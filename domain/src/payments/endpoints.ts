import { z } from 'zod';
import { fcfa } from '../contract/amount.ts';
import { endpointsTagged, fileContents } from '../contract/endpoint.ts';
import { idParams, paging, total } from '../contract/paging.ts';
import { id, plainText } from '../contract/text.ts';
import { orderDraft } from '../orders/draft.ts';
import { openRefund } from '../orders/refund.ts';
import { daysFilter } from '../stats/days.ts';
import { moneyPhone, paymentChoice } from './choice.ts';
import { strayDebit } from './debit.ts';
import { operators } from './operators.ts';
import { payLink, payRequest } from './pay-request.ts';
import { ongoingPayment, payment, portal, reviewedPayment } from './payment.ts';
import { reviewNote } from './review-note.ts';

const endpoint = endpointsTagged('Paiements');

const openPaymentBody = z
  .object({
    order: orderDraft.nullish(),
    orderId: id.nullish(),
    /** Id of the draft’s basket: a basket is paid only once, even if the request is repeated. */
    basketId: plainText(64).nullish(),
    /** Takes the insurance card off `orderId` first: it is then paid without waiting for the check of the card. */
    withoutInsurance: z.boolean().nullish(),
    /** Pays before a pharmacy has answered, where the house allows it (rule 64). */
    withoutWaiting: z.boolean().nullish(),
    /** The customer was warned about an earlier payment and confirms a second one. */
    again: z.boolean().nullish(),
    /** One of the choices of GET /payments; without it, the first provider of the settings. */
    provider: plainText(40).nullish(),
    operator: z.enum(operators).nullish(),
    /** The number that pays, which need not be the account’s. */
    payingPhone: moneyPhone.nullish(),
  })
  .refine((body) => Boolean(body.order) !== Boolean(body.orderId), {
    message: 'Indiquez la commande à payer',
    path: ['order'],
  })
  .refine((body) => body.operator == null || body.payingPhone != null, {
    message: 'Indiquez le numéro qui paie',
    path: ['payingPhone'],
  });

export const paymentEndpoints = {
  openPayment: endpoint('POST', '/payments', {
    summary: 'Figer une commande et son montant, et ouvrir le portail de paiement',
    allow: ['customer'],
    body: openPaymentBody,
    responses: {
      201: z.object({
        transactionId: z.string(),
        amount: fcfa,
        portal,
        /** For a draft with a basket id: the id to use from now on, which may be that of an earlier attempt. */
        basketId: z.string().optional(),
      }),
    },
    idempotent: true,
  }),
  listPayments: endpoint('GET', '/payments', {
    summary: 'Ses paiements encore ouverts ou à vérifier, et les moyens de payer s’il y a à choisir',
    allow: ['customer'],
    responses: {
      200: z.object({
        payments: z.array(ongoingPayment),
        /** Only when there are several ways to pay. */
        choices: z.array(paymentChoice).optional(),
      }),
    },
  }),
  listReviews: endpoint('GET', '/payments/review', {
    summary: 'Les paiements à vérifier ou à rembourser que personne n’a vus, les plus anciens d’abord',
    allow: ['supervisor', 'superAdmin'],
    query: z.object(paging),
    responses: {
      200: z.object({
        payments: z.array(reviewedPayment),
        total,
        /** Refunds that are not done, 50 at most, and money without a payment. */
        refunds: z.array(openRefund),
        debits: z.array(strayDebit),
        /** After a restore: refunds and the follow-up of payments wait for the operator. */
        moneyWaits: z.literal(true).optional(),
      }),
    },
  }),
  exportPayments: endpoint('GET', '/payments/export', {
    summary:
      'Les paiements des clients ouverts sur une période, en CSV, les plus récents d’abord ; 10 000 au plus',
    allow: ['superAdmin'],
    download: true,
    query: daysFilter,
    responses: { 200: fileContents('Le fichier CSV.') },
  }),
  closeReview: endpoint('POST', '/payments/{transactionId}/seen', {
    summary: 'Noter qu’un paiement à vérifier a été vu ; l’argent ne bouge pas',
    allow: ['supervisor', 'superAdmin'],
    params: z.object({ transactionId: plainText(100) }),
    body: reviewNote,
    responses: { 204: null },
  }),
  refundReview: endpoint('POST', '/payments/{transactionId}/refund', {
    summary: 'Rembourser tout ce qu’un paiement à vérifier a reçu',
    allow: ['supervisor', 'superAdmin'],
    params: z.object({ transactionId: plainText(100) }),
    responses: { 204: null },
  }),
  attachReview: endpoint('POST', '/payments/{transactionId}/attach', {
    summary: 'Payer une commande impayée du même client avec un paiement à vérifier du montant exact',
    allow: ['supervisor', 'superAdmin'],
    params: z.object({ transactionId: plainText(100) }),
    body: z.object({ order: id }),
    responses: { 204: null },
  }),
  refundDebit: endpoint('POST', '/debits/{id}/refund', {
    summary: 'Rembourser un deuxième débit d’un paiement',
    allow: ['supervisor', 'superAdmin'],
    params: idParams,
    responses: { 204: null },
  }),
  closeDebit: endpoint('POST', '/debits/{id}/seen', {
    summary: 'Noter ce qui a été fait d’un débit sans paiement ; l’argent ne bouge pas',
    allow: ['supervisor', 'superAdmin'],
    params: idParams,
    body: reviewNote,
    responses: { 204: null },
  }),
  retryRefund: endpoint('POST', '/refunds/{id}/retry', {
    summary: 'Demander à nouveau un remboursement que le prestataire a refusé',
    allow: ['supervisor', 'superAdmin'],
    params: idParams,
    responses: { 204: null },
  }),
  settleRefund: endpoint('POST', '/refunds/{id}/by-hand', {
    summary: 'Noter qu’un remboursement refusé par le prestataire a été fait autrement',
    allow: ['supervisor', 'superAdmin'],
    params: idParams,
    body: reviewNote,
    responses: { 204: null },
  }),
  readPayment: endpoint('GET', '/payments/{transactionId}', {
    summary: 'Où en est un paiement',
    allow: ['customer', 'supervisor', 'superAdmin'],
    params: z.object({ transactionId: plainText(100) }),
    responses: { 200: z.object({ payment }) },
  }),
  namePayment: endpoint('POST', '/payments/{transactionId}/provider-transaction', {
    summary: 'Dire sous quel numéro le prestataire a ouvert ce paiement ; il est vérifié auprès de lui',
    allow: ['customer'],
    params: z.object({ transactionId: plainText(100) }),
    body: z.object({
      providerTransactionId: z.string().regex(/^[\x21-\x7e]{1,100}$/, 'Numéro de transaction invalide'),
    }),
    responses: { 200: z.object({ payment }) },
  }),
  receivePaymentEvent: endpoint('POST', '/payments/webhooks/{provider}', {
    summary: 'Appel signé du prestataire de paiement',
    allow: 'public',
    params: z.object({ provider: plainText(40) }),
    responses: { 200: z.object({ success: z.literal(true) }) },
  }),
};

/** In the body, never in a URL: those are logged, previewed and remembered. */
const linkToken = plainText(100);

export const payLinkEndpoints = {
  createPayLink: endpoint('POST', '/pay-links', {
    summary: 'Demander à un proche de payer une commande : un lien de 24 heures, qui remplace le précédent',
    allow: ['customer'],
    body: z
      .object({
        order: orderDraft.nullish(),
        orderId: id.nullish(),
        basketId: plainText(64).nullish(),
        showsContent: z.boolean().default(false),
      })
      .refine((body) => Boolean(body.order) !== Boolean(body.orderId), {
        message: 'Indiquez la commande à payer',
        path: ['order'],
      }),
    responses: { 201: z.object({ payLink, token: z.string() }) },
  }),
  listPayLinks: endpoint('GET', '/pay-links', {
    summary: 'Ses liens de paiement des trente derniers jours, et ce qui a été payé par eux',
    allow: ['customer'],
    responses: { 200: z.object({ payLinks: z.array(payLink) }) },
  }),
  changePayLink: endpoint('PATCH', '/pay-links/{id}', {
    summary: 'Montrer ou cacher les médicaments et le reçu à qui a le lien',
    allow: ['customer'],
    params: idParams,
    body: z.object({ showsContent: z.boolean() }),
    responses: { 200: z.object({ payLink }) },
  }),
  withdrawPayLink: endpoint('DELETE', '/pay-links/{id}', {
    summary: 'Retirer un lien : il ne se paie plus',
    allow: ['customer'],
    params: idParams,
    responses: { 204: null },
  }),
  readPayLink: endpoint('POST', '/pay-links/read', {
    summary: 'Lire un lien de paiement, sans rien changer',
    allow: 'public',
    body: z.object({ token: linkToken }),
    responses: { 200: z.object({ payRequest }) },
  }),
  openPayLink: endpoint('POST', '/pay-links/pay', {
    summary: 'Ouvrir le paiement d’un lien, au montant qui a été lu',
    allow: 'public',
    body: z
      .object({
        token: linkToken,
        amount: fcfa,
        provider: plainText(40).nullish(),
        operator: z.enum(operators).nullish(),
        payingPhone: moneyPhone.nullish(),
      })
      .refine((body) => body.operator == null || body.payingPhone != null, {
        message: 'Indiquez le numéro qui paie',
        path: ['payingPhone'],
      }),
    responses: { 201: z.object({ transactionId: z.string(), amount: fcfa, portal }) },
  }),
  followPayLink: endpoint('POST', '/pay-links/follow', {
    summary: 'Demander au prestataire où en est un paiement ouvert par ce lien, puis lire le lien',
    allow: 'public',
    body: z.object({
      token: linkToken,
      transactionId: plainText(100),
      /** As the provider’s widget named it; it is checked with the provider. */
      providerTransactionId: z
        .string()
        .regex(/^[\x21-\x7e]{1,100}$/, 'Numéro de transaction invalide')
        .nullish(),
    }),
    responses: {
      200: z.object({ payRequest, status: z.enum(['pending', 'paid', 'failed', 'review', 'refunded']) }),
    },
  }),
};
