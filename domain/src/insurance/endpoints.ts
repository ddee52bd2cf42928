import { z } from 'zod';
import { endpointsTagged } from '../contract/endpoint.ts';
import { idParams, total } from '../contract/paging.ts';
import { id, moment, requiredText } from '../contract/text.ts';
import { cardRefusals } from './card-refusal.ts';
import { insuranceCard, insuranceCardChange, newInsuranceCard } from './insurance-card.ts';
import { insurer, insurerChange, newInsurer } from './insurer.ts';

const endpoint = endpointsTagged('Assurance');
const cardResponse = z.object({ insuranceCard });

export const insuranceEndpoints = {
  readInsurances: endpoint('GET', '/insurances', {
    summary: 'Sa propre carte d’assurance : aucune ou une',
    allow: ['customer'],
    responses: { 200: z.object({ insuranceCards: z.array(insuranceCard), total }) },
  }),
  createInsurance: endpoint('POST', '/insurances', {
    summary: 'Ajouter sa carte d’assurance',
    allow: ['customer'],
    body: newInsuranceCard,
    responses: { 201: cardResponse },
  }),
  updateInsurance: endpoint('PUT', '/insurances/{id}', {
    summary: 'Modifier sa carte ; un autre taux ou un autre fichier est à vérifier',
    allow: ['customer'],
    params: idParams,
    body: insuranceCardChange,
    responses: { 200: cardResponse },
  }),
  deleteInsurance: endpoint('DELETE', '/insurances/{id}', {
    summary: 'Retirer sa carte ; les commandes passées en gardent ce qu’elles en ont pris',
    allow: ['customer'],
    params: idParams,
    responses: { 204: null },
  }),
};

const insurerId = id.nullish();

/** A card whose customer waits for its check. */
const cardToCheck = z.object({
  _id: id,
  customer: z.string(),
  label: z.string().nullable(),
  taux: z.int(),
  /** Key of its file: it identifies what was read. */
  url: z.string(),
  askedAt: moment,
  /** Numbers of the unpaid orders that wait for it. */
  orders: z.array(z.string()),
});

export type CardToCheck = z.output<typeof cardToCheck>;

/** Checking a card that is on no order yet. */
export const cardCheckEndpoints = {
  listCardsToCheck: endpoint('GET', '/insurances/to-check', {
    summary: 'Les cartes à vérifier : celles qu’une commande attend, puis la plus ancienne demande',
    allow: ['agent', 'supervisor', 'superAdmin'],
    responses: { 200: z.object({ cards: z.array(cardToCheck), total }) },
  }),
  checkCard: endpoint('POST', '/insurances/{id}/check', {
    summary: 'Dire si une carte d’assurance est acceptée ; le client est prévenu',
    allow: ['agent', 'supervisor', 'superAdmin'],
    params: idParams,
    body: z.object({
      /** The rate and the file that were read: a card that changed meanwhile is not checked. */
      taux: z.int({ error: 'Indiquez le taux lu' }),
      url: requiredText('Indiquez le fichier lu', 200),
      /** The reason when it is not accepted; null to accept it. */
      refused: z.enum(cardRefusals, { error: 'Indiquez une raison' }).nullable(),
      /** Whose card it is; without one its insurer is to be named. */
      insurer: insurerId,
    }),
    responses: { 204: null },
  }),
};

const insurerResponse = z.object({ insurer });

export const insurerEndpoints = {
  listInsurers: endpoint('GET', '/insurers', {
    summary: 'Tous les assureurs, jamais coupés',
    allow: ['agent', 'supervisor', 'superAdmin'],
    responses: { 200: z.object({ insurers: z.array(insurer), total }) },
  }),
  createInsurer: endpoint('POST', '/insurers', {
    summary: 'Ajouter un assureur',
    allow: ['superAdmin'],
    body: newInsurer,
    responses: { 201: insurerResponse },
  }),
  updateInsurer: endpoint('PUT', '/insurers/{id}', {
    summary: 'Modifier un assureur ; les commandes payées gardent ce qu’il couvre',
    allow: ['superAdmin'],
    params: idParams,
    body: insurerChange,
    responses: { 200: insurerResponse },
  }),
};
