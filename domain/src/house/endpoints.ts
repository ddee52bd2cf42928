import { z } from 'zod';
import { endpointsTagged } from '../contract/endpoint.ts';
import { houseIdentity } from './identity.ts';
import { houseChange, houseState } from './settings.ts';
import { comparedBook, reconcileQuery, situation } from './situation.ts';

const endpoint = endpointsTagged('Réglages');

export const houseEndpoints = {
  describeHouse: endpoint('GET', '/house', {
    summary: 'Qui est responsable : ce que disent les mentions légales ; qui peut s’inscrire',
    allow: 'public',
    responses: {
      200: z.object({
        house: houseIdentity,
        /** Whether people of this type can register by themselves now. */
        registrations: z.object({
          customer: z.boolean(),
          pharmacy: z.boolean(),
          partnerDoctor: z.boolean(),
        }),
      }),
    },
  }),
  readSettings: endpoint('GET', '/settings', {
    summary: 'Les réglages de la maison : ceux de l’écran, et ceux de l’environnement',
    allow: ['superAdmin'],
    responses: { 200: houseState },
  }),
  changeSettings: endpoint('PUT', '/settings', {
    summary: 'Changer des réglages ; null rend celui de l’environnement',
    allow: ['superAdmin'],
    body: houseChange,
    responses: { 200: houseState },
  }),
  readSituation: endpoint('GET', '/situation', {
    summary: 'L’état du serveur : version, horloge, travaux, prestataires, dernière sauvegarde',
    allow: ['superAdmin'],
    responses: { 200: situation },
  }),
  reconcileBooks: endpoint('GET', '/situation/reconcile', {
    summary: 'Comparer avec les prestataires de paiement depuis un jour ; rien n’est changé',
    allow: ['superAdmin'],
    query: reconcileQuery,
    responses: { 200: z.object({ books: z.array(comparedBook) }) },
  }),
  resumeMoney: endpoint('POST', '/situation/resume-money', {
    summary:
      'Après une restauration, laisser repartir remboursements, versements, messages et suivi des paiements',
    allow: ['superAdmin'],
    responses: { 200: z.object({ resumed: z.boolean() }) },
  }),
};
