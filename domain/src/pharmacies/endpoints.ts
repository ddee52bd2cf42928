import { z } from 'zod';
import { endpointsTagged } from '../contract/endpoint.ts';
import { idParams, total } from '../contract/paging.ts';
import { dutyList, dutyListText, newDutyList, readDutyName } from './duty-list.ts';
import { dutyRange, dutyShift, newDutyShifts, weekCopy } from './duty-shift.ts';
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
    summary: 'Pharmacies de garde en ce moment, et la dernière liste publiée qui a été reprise',
    allow: 'public',
    query: onDutySearch,
    responses: { 200: many.extend({ dutyList: dutyList.nullable() }) },
  }),
  readPharmacy: endpoint('GET', '/pharmacies/{id}', {
    summary: 'Une pharmacie de l’annuaire, par son numéro ou celui de son compte',
    allow: 'public',
    params: idParams,
    responses: { 200: z.object({ pharmacy }) },
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
  copyDutyWeek: endpoint('POST', '/duty-shifts/copy-week', {
    summary: 'Reprendre les gardes des sept nuits d’avant, celles qui manquent seulement',
    allow: planners,
    body: weekCopy,
    responses: { 200: z.object({ added: z.int().min(0) }) },
  }),
  readDutyList: endpoint('POST', '/duty-lists/reading', {
    summary: 'Lire une liste de garde collée : noms reconnus, à choisir ou inconnus ; rien n’est écrit',
    allow: planners,
    body: dutyListText,
    responses: { 200: z.object({ names: z.array(readDutyName) }) },
  }),
  importDutyList: endpoint('POST', '/duty-lists', {
    summary: 'Reprendre une liste de garde confirmée, avec sa source et sa date',
    allow: planners,
    body: newDutyList,
    responses: { 200: z.object({ added: z.int().min(0), dutyList }) },
  }),
  deleteDutyShift: endpoint('DELETE', '/duty-shifts/{id}', {
    summary: 'Retirer une garde',
    allow: planners,
    params: idParams,
    responses: { 204: null },
  }),
};
