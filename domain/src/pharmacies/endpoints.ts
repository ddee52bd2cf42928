import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { idParams, total } from '../contract/paging.ts';
import { dutyRange, dutyShift, newDutyShifts } from './duty-shift.ts';
import { dutySwitch, onDutySearch, pharmacy, pharmacySearch, placeFilters } from './pharmacy.ts';

const tag = 'Pharmacies';
const many = z.object({ pharmacies: z.array(pharmacy), total });
const shifts = z.object({ dutyShifts: z.array(dutyShift), total });
const planners = ['supervisor', 'superAdmin'] as const;

export const pharmacyEndpoints = {
  searchPharmacies: endpoint({
    method: 'GET',
    path: '/pharmacies/search',
    tag,
    summary: 'Pharmacies autour d’un point, les plus proches d’abord ; rayon en kilomètres, 1 à 30',
    allow: 'public',
    query: pharmacySearch,
    responses: { 200: many },
  }),
  listOnDuty: endpoint({
    method: 'GET',
    path: '/pharmacies/on-duty',
    tag,
    summary: 'Pharmacies de garde en ce moment',
    allow: 'public',
    query: onDutySearch,
    responses: { 200: many },
  }),
  listPharmacies: endpoint({
    method: 'GET',
    path: '/pharmacies',
    tag,
    summary: 'Toutes les pharmacies de l’annuaire, par nom',
    allow: planners,
    query: placeFilters,
    responses: { 200: many },
  }),
  switchDuty: endpoint({
    method: 'PATCH',
    path: '/pharmacies/{id}/on-duty',
    tag,
    summary: 'Dire qu’une pharmacie est de garde, ou ne l’est plus',
    allow: ['pharmacy', ...planners],
    params: idParams,
    body: dutySwitch,
    responses: { 200: z.object({ pharmacy }) },
  }),
  listDutyShifts: endpoint({
    method: 'GET',
    path: '/duty-shifts',
    tag,
    summary: 'Gardes d’une période ; sans dates, des sept nuits qui viennent',
    allow: planners,
    query: dutyRange,
    responses: { 200: shifts },
  }),
  addDutyShifts: endpoint({
    method: 'POST',
    path: '/duty-shifts',
    tag,
    summary: 'Mettre des pharmacies de garde, une nuit entière ou d’une heure à une autre',
    allow: planners,
    body: newDutyShifts,
    responses: { 201: shifts },
  }),
  deleteDutyShift: endpoint({
    method: 'DELETE',
    path: '/duty-shifts/{id}',
    tag,
    summary: 'Retirer une garde',
    allow: planners,
    params: idParams,
    responses: { 204: null },
  }),
};
