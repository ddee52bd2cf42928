import { z } from 'zod';
import { endpointsTagged } from '../contract/endpoint.ts';
import { idParams, total } from '../contract/paging.ts';
import { address, newAddress } from './address.ts';

const endpoint = endpointsTagged('Adresses');
const addressResponse = z.object({ address });

export const addressEndpoints = {
  listAddresses: endpoint('GET', '/addresses', {
    summary: 'Ses lieux de livraison gardés, dix au plus',
    allow: ['customer'],
    responses: { 200: z.object({ addresses: z.array(address), total }) },
  }),
  createAddress: endpoint('POST', '/addresses', {
    summary: 'Garder un lieu de livraison',
    allow: ['customer'],
    body: newAddress,
    responses: { 201: addressResponse },
  }),
  updateAddress: endpoint('PUT', '/addresses/{id}', {
    summary: 'Modifier un lieu gardé ; les commandes passées ne changent pas',
    allow: ['customer'],
    params: idParams,
    body: newAddress,
    responses: { 200: addressResponse },
  }),
  deleteAddress: endpoint('DELETE', '/addresses/{id}', {
    summary: 'Ne plus garder un lieu de livraison',
    allow: ['customer'],
    params: idParams,
    responses: { 204: null },
  }),
};
