import { z } from 'zod';
import { endpointsTagged } from '../contract/endpoint.ts';
import { houseIdentity } from './identity.ts';
import { houseChange, houseState } from './settings.ts';

const endpoint = endpointsTagged('Réglages');

export const houseEndpoints = {
  describeHouse: endpoint('GET', '/house', {
    summary: 'Qui est responsable : ce que disent les mentions légales',
    allow: 'public',
    responses: { 200: z.object({ house: houseIdentity }) },
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
};
