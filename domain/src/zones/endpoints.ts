import { z } from 'zod';
import { endpointsTagged } from '../contract/endpoint.ts';
import { idParams, total } from '../contract/paging.ts';
import { anySignedIn } from '../contract/user-type.ts';
import { newZone, zone, zoneChange } from './zone.ts';

const endpoint = endpointsTagged('Zones');
const zoneResponse = z.object({ zone });

export const zoneEndpoints = {
  listZones: endpoint('GET', '/zones', {
    summary: 'Toutes les zones de livraison, jamais coupées',
    allow: anySignedIn,
    responses: { 200: z.object({ zones: z.array(zone), total }) },
  }),
  createZone: endpoint('POST', '/zones', {
    summary: 'Ajouter une zone',
    allow: ['superAdmin'],
    body: newZone,
    responses: { 201: zoneResponse },
  }),
  updateZone: endpoint('PUT', '/zones/{id}', {
    summary: 'Modifier une zone ; les commandes passées gardent leurs frais',
    allow: ['superAdmin'],
    params: idParams,
    body: zoneChange,
    responses: { 200: zoneResponse },
  }),
  deleteZone: endpoint('DELETE', '/zones/{id}', {
    summary: 'Retirer une zone',
    allow: ['superAdmin'],
    params: idParams,
    responses: { 204: null },
  }),
};
