import { z } from 'zod';
import { endpointsTagged } from '../contract/endpoint.ts';
import { idParams, paging, total } from '../contract/paging.ts';
import { plainText } from '../contract/text.ts';
import {
  newPrescription,
  prescription,
  prescriptionChange,
  prescriptionCheck,
  prescriptionToCheck,
} from './prescription.ts';

const endpoint = endpointsTagged('Ordonnances');
const prescriptionResponse = z.object({ prescription });

const filters = z.object({
  /** Part of the patient's name or of the prescription number, or the patient's telephone (not for agents). */
  q: plainText(100).optional(),
  used: z
    .union([
      z.literal('').transform(() => undefined),
      z.enum(['true', 'false']).transform((used) => used === 'true'),
    ])
    .optional(),
  ...paging,
});

const list = z.object({
  prescriptions: z.array(prescription),
  total,
  /** Over all prescriptions that the caller can see, whatever the filters. */
  counts: z.object({ used: z.int(), pending: z.int() }),
});

/** An in-house pharmacist checks such prescriptions before they can be paid (rule 39). */
export const prescriptionCheckEndpoints = {
  listPrescriptionsToCheck: endpoint('GET', '/prescriptions/to-check', {
    summary:
      'Les ordonnances de prescripteurs non vérifiés qui ont un médicament sur ordonnance, les plus anciennes d’abord',
    allow: ['agent'],
    responses: { 200: z.object({ prescriptions: z.array(prescriptionToCheck), total }) },
  }),
  checkPrescription: endpoint('POST', '/prescriptions/{id}/check', {
    summary: 'Approuver ou refuser une ordonnance d’un prescripteur non vérifié',
    allow: ['agent'],
    params: idParams,
    body: prescriptionCheck,
    responses: { 204: null },
  }),
};

/** A customer who ordered with a prescription reads what remains of it, or gives it up (rule 52). */
export const restEndpoints = {
  listRests: endpoint('GET', '/prescriptions/open', {
    summary:
      'Les ordonnances avec lesquelles j’ai commandé et dont il reste des médicaments, les plus récentes d’abord',
    allow: ['customer'],
    responses: { 200: z.object({ prescriptions: z.array(prescription), total }) },
  }),
  renounceRest: endpoint('POST', '/prescriptions/{id}/renounce', {
    summary: 'Dire que je ne prendrai pas le reste d’une ordonnance',
    allow: ['customer'],
    params: idParams,
    responses: { 204: null },
  }),
};

export const prescriptionEndpoints = {
  listPrescriptions: endpoint('GET', '/prescriptions', {
    summary: 'Les ordonnances que je peux voir, les plus récentes d’abord',
    allow: ['agent', 'partnerDoctor', 'supervisor', 'superAdmin'],
    query: filters,
    responses: { 200: list },
  }),
  listMyPrescriptions: endpoint('GET', '/prescriptions/my', {
    summary: 'Les ordonnances que j’ai écrites, les plus récentes d’abord',
    allow: ['agent', 'partnerDoctor', 'supervisor', 'superAdmin'],
    query: filters,
    responses: { 200: list },
  }),
  searchPrescription: endpoint('GET', '/prescriptions/search/{number}', {
    summary: 'Une ordonnance pas encore utilisée, par son numéro entier',
    allow: ['customer', 'agent', 'partnerDoctor', 'supervisor', 'superAdmin'],
    params: z.object({ number: plainText(20_000) }),
    responses: { 200: prescriptionResponse },
  }),
  createPrescription: endpoint('POST', '/prescriptions', {
    summary: 'Écrire une ordonnance',
    allow: ['agent', 'partnerDoctor', 'supervisor', 'superAdmin'],
    body: newPrescription,
    responses: { 201: prescriptionResponse, 200: prescriptionResponse },
    idempotent: true,
  }),
  updatePrescription: endpoint('PUT', '/prescriptions/{id}', {
    summary: 'Modifier une ordonnance pas encore payée',
    allow: ['agent', 'partnerDoctor', 'supervisor', 'superAdmin'],
    params: idParams,
    body: prescriptionChange,
    responses: { 200: prescriptionResponse },
  }),
  deletePrescription: endpoint('DELETE', '/prescriptions/{id}', {
    summary: 'Supprimer une ordonnance pas encore utilisée',
    allow: ['partnerDoctor', 'superAdmin'],
    params: idParams,
    responses: { 204: null },
  }),
  printPrescription: endpoint('POST', '/prescriptions/{id}/print', {
    summary: 'Un lien de 5 minutes vers l’ordonnance en PDF, avec son numéro et son code QR',
    allow: ['agent', 'partnerDoctor', 'supervisor', 'superAdmin'],
    params: idParams,
    responses: { 200: z.object({ url: z.string() }) },
  }),
};
