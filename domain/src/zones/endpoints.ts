import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { idParams, total } from '../contract/paging.ts';
import { anySignedIn } from '../users/user-type.ts';
import { newZone, zone, zoneChange } from './zone.ts';

const tag = 'Zones';
const one = z.object({ zone });

export const zoneEndpoints = {
  listZones: endpoint({
    method: 'GET',
    path: '/zones',
    tag,
    summary: 'Toutes les zones de livraison, jamais coupées',
    allow: anySignedIn,
    responses: { 200: z.object({ zones: z.array(zone), total }) },
  }),
  createZone: endpoint({
    method: 'POST',
    path: '/zones',
    tag,
    summary: 'Ajouter une zone',
    allow: ['superAdmin'],
    body: newZone,
    responses: { 201: one },
  }),
  updateZone: endpoint({
    method: 'PUT',
    path: '/zones/{id}',
    tag,
    summary: 'Modifier une zone ; les commandes passées gardent leurs frais',
    allow: ['superAdmin'],
    params: idParams,
    body: zoneChange,
    responses: { 200: one },
  }),
  deleteZone: endpoint({
    method: 'DELETE',
    path: '/zones/{id}',
    tag,
    summary: 'Retirer une zone',
    allow: ['superAdmin'],
    params: idParams,
    responses: { 204: null },
  }),
};
