import { z } from 'zod';
import { endpointsTagged } from '../contract/endpoint.ts';
import { idParams, total } from '../contract/paging.ts';
import { dutyRange, dutyShift, newDutyShifts } from './duty-shift.ts';
import { dutySwitch, onDutySearch, pharmacy, pharmacySearch, placeFilters } from './pharmacy.ts';

const endpoint = endpointsTagged('Pharmacies');
const many = z.object({ pharmacies: z.array(pharmacy), total });
const shifts = z.object({ dutyShifts: z.array(dutyShift), total });
const planners = ['supervisor', 'superAdmin'] as const;

export const pharmacyEndpoints = {
  searchPharmacies: endpoint('GET', '/pharmacies/search', {
    summary: 'Pharmacies autour d’un point, les plus proches d’abord ; rayon en kilomètres, 1 à 30',
    allow: 'public',
    query: pharmacySearch,
    responses: { 200: many },
  }),
  listOnDuty: endpoint('GET', '/pharmacies/on-duty', {
    summary: 'Pharmacies de garde en ce moment',
    allow: 'public',
    query: onDutySearch,
    responses: { 200: many },
  }),
  listPharmacies: endpoint('GET', '/pharmacies', {
    summary: 'Toutes les pharmacies de l’annuaire, par nom',
    allow: planners,
    query: placeFilters,
    responses: { 200: many },
  }),
  switchDuty: endpoint('PATCH', '/pharmacies/{id}/on-duty', {
    summary: 'Dire qu’une pharmacie est de garde, ou ne l’est plus',
    allow: ['pharmacy', ...planners],
    params: idParams,
    body: dutySwitch,
    responses: { 200: z.object({ pharmacy }) },
  }),
  listDutyShifts: endpoint('GET', '/duty-shifts', {
    summary: 'Gardes d’une période ; sans dates, des sept nuits qui viennent',
    allow: planners,
    query: dutyRange,
    responses: { 200: shifts },
  }),
  addDutyShifts: endpoint('POST', '/duty-shifts', {
    summary: 'Mettre des pharmacies de garde, une nuit entière ou d’une heure à une autre',
    allow: planners,
    body: newDutyShifts,
    responses: { 201: shifts },
  }),
  deleteDutyShift: endpoint('DELETE', '/duty-shifts/{id}', {
    summary: 'Retirer une garde',
    allow: planners,
    params: idParams,
    responses: { 204: null },
  }),
};
