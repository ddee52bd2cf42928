import { z } from 'zod';
import { endpointsTagged, fileContents } from '../contract/endpoint.ts';
import { idParams } from '../contract/paging.ts';
import { id, plainText } from '../contract/text.ts';
import { smsFailures, smsKinds, smsStates } from './kinds.ts';

const endpoint = endpointsTagged('Messages');
const count = z.int().min(0);

/** A message that its telephone did not receive. */
export const failedSms = z.object({
  _id: id,
  kind: z.enum(smsKinds),
  /** Masked. */
  phone: z.string(),
  reason: z.enum(smsFailures),
  /** The words of the vendor. */
  detail: z.string().nullable(),
  /** The number of the order that it was about. */
  order: z.string().nullable(),
  at: z.iso.datetime(),
  /** Its text is still kept, and of use. */
  canBeSentAgain: z.boolean(),
});
export type FailedSms = z.output<typeof failedSms>;

export const smsEndpoints = {
  readSms: endpoint('GET', '/sms', {
    summary: 'Les messages des dernières 24 heures par état, et les derniers qui ne sont pas arrivés',
    allow: ['superAdmin'],
    responses: {
      200: z.object({
        counts: z.record(z.enum(smsStates), count),
        failures: z.array(failedSms),
        /** Lists the events of an order that send the customer an SMS. */
        moments: z.array(z.enum(smsKinds)),
      }),
    },
  }),
  sendTestSms: endpoint('POST', '/sms/test', {
    summary: 'Envoyer tout de suite un SMS d’essai à son propre numéro, et lire la réponse du vendeur',
    allow: ['superAdmin'],
    responses: {
      200: z.object({
        /** Null when the vendor accepted it. */
        reason: z.enum(smsFailures).nullable(),
        /** The words of the vendor. */
        detail: z.string().nullable(),
      }),
    },
  }),
  resendSms: endpoint('POST', '/sms/{id}/resend', {
    summary: 'Renvoyer un message qui n’est pas arrivé',
    allow: ['superAdmin'],
    params: idParams,
    responses: { 204: null },
  }),
  reportSms: endpoint('POST', '/sms/report/{secret}', {
    summary: 'Ce que le vendeur de SMS dit de messages ; l’adresse porte son secret',
    allow: 'public',
    params: z.object({ secret: plainText(200) }),
    acceptsForms: true,
    responses: { 200: z.object({ success: z.literal(true) }) },
  }),
  verifyWhatsApp: endpoint('GET', '/whatsapp/report', {
    summary: 'WhatsApp vérifie l’adresse où il dira ce que deviennent les messages',
    allow: 'public',
    download: true,
    query: z.object({
      'hub.verify_token': plainText(200).optional(),
      'hub.challenge': z
        .string()
        .regex(/^[\w-]{1,200}$/)
        .optional(),
    }),
    responses: { 200: fileContents('Le texte que WhatsApp attend.') },
  }),
  reportWhatsApp: endpoint('POST', '/whatsapp/report', {
    summary: 'Appel signé de WhatsApp : ce que deviennent les messages',
    allow: 'public',
    responses: { 200: z.object({ success: z.literal(true) }) },
  }),
};
