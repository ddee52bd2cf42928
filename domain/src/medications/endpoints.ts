import { z } from 'zod';
import { endpointsTagged } from '../contract/endpoint.ts';
import { idParams, total } from '../contract/paging.ts';
import { plainText } from '../contract/text.ts';
import { anySignedIn } from '../contract/user-type.ts';
import {
  medication,
  medicationChange,
  medicationCreator,
  medicationFilters,
  newMedication,
  publicMedication,
} from './medication.ts';
import { medicationReview, medicineToReview } from './review.ts';

const endpoint = endpointsTagged('Médicaments');
const search = z.object({ q: plainText(2_000).default('') });
const medicationResponse = z.object({ medication });

export const medicationEndpoints = {
  listMedications: endpoint('GET', '/medications', {
    summary: 'Le catalogue, par ordre alphabétique ; ceux qui le tiennent peuvent le filtrer',
    allow: anySignedIn,
    query: medicationFilters,
    responses: { 200: z.object({ medications: z.array(medication), total }) },
  }),
  listMedicationCreators: endpoint('GET', '/medications/creators', {
    summary: 'Qui a ajouté des médicaments, par nom',
    allow: ['supervisor', 'superAdmin'],
    responses: { 200: z.object({ creators: z.array(medicationCreator), total }) },
  }),
  searchMedications: endpoint('GET', '/medications/search', {
    summary:
      'Recherche par nom, substance ou marque, à partir de 2 caractères, sans souci des accents ni d’une lettre fausse',
    allow: anySignedIn,
    query: search,
    responses: { 200: z.object({ medications: z.array(medication), total }) },
  }),
  searchPublicMedications: endpoint('GET', '/public/medications', {
    summary: 'La même recherche pour un visiteur, parmi ce qu’un client peut commander',
    allow: 'public',
    query: search,
    responses: { 200: z.object({ medications: z.array(publicMedication), total }) },
  }),
  createMedication: endpoint('POST', '/medications', {
    summary: 'Ajouter un médicament',
    allow: ['agent', 'partnerDoctor', 'supervisor', 'superAdmin'],
    body: newMedication,
    responses: { 201: medicationResponse },
  }),
  updateMedication: endpoint('PUT', '/medications/{id}', {
    summary: 'Modifier un médicament ; les commandes passées gardent leur prix',
    allow: ['supervisor', 'superAdmin'],
    params: idParams,
    body: medicationChange,
    responses: { 200: medicationResponse },
  }),
  deleteMedication: endpoint('DELETE', '/medications/{id}', {
    summary: 'Retirer un médicament du catalogue',
    allow: ['supervisor', 'superAdmin'],
    params: idParams,
    responses: { 204: null },
  }),
};

/** Checking the prices that prescribers typed. */
export const reviewEndpoints = {
  listMedicinesToReview: endpoint('GET', '/medications/to-review', {
    summary:
      'Les médicaments ajoutés par des prescripteurs dont le prix est à vérifier, les plus attendus d’abord',
    allow: ['agent', 'supervisor', 'superAdmin'],
    responses: { 200: z.object({ medications: z.array(medicineToReview), total }) },
  }),
  reviewMedication: endpoint('POST', '/medications/{id}/review', {
    summary: 'Approuver le prix d’un médicament ajouté par un prescripteur, ou refuser ce médicament',
    allow: ['agent', 'supervisor', 'superAdmin'],
    params: idParams,
    body: medicationReview,
    responses: { 200: medicationResponse },
  }),
};
