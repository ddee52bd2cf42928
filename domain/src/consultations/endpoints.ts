import { z } from 'zod';
import { endpointsTagged } from '../contract/endpoint.ts';
import { idParams, paging, total } from '../contract/paging.ts';
import { chat, chatMessage, chatSummary, newChat, newChatMessage } from './consultation.ts';

const endpoint = endpointsTagged('Consultations');
const success = z.literal(true);
const one = z.object({ success, chat });
const sent = z.object({ success, message: chatMessage });
const seq = z.coerce.number('Numéro invalide').int('Numéro invalide').min(0, 'Numéro invalide');

export const consultationEndpoints = {
  startChat: endpoint('POST', '/chat/start', {
    summary: 'Demander un médecin',
    allow: ['customer'],
    body: newChat,
    responses: { 201: z.object({ success, chatId: chat.shape._id }) },
    idempotent: true,
  }),
  listPatientChats: endpoint('GET', '/chat/patient/my-chats', {
    summary: 'Mes consultations, les plus récentes d’abord',
    allow: ['customer'],
    query: z.object(paging),
    responses: { 200: z.object({ success, chats: z.array(chatSummary), total }) },
  }),
  listDoctorChats: endpoint('GET', '/chat/doctor/my-chats', {
    summary:
      'Mes consultations, en cours puis terminées, et les demandes en attente, la plus ancienne d’abord',
    allow: ['partnerDoctor'],
    responses: {
      200: z.object({ success, activeChats: z.array(chatSummary), pendingRequests: z.array(chatSummary) }),
    },
  }),
  chatAvailability: endpoint('GET', '/chat/availability', {
    summary: 'Si un médecin est là maintenant, combien, et le numéro des urgences',
    allow: ['customer', 'partnerDoctor'],
    responses: {
      200: z.object({ success, available: z.boolean(), doctors: z.int(), emergencyNumber: z.string() }),
    },
  }),
  readChat: endpoint('GET', '/chat/{id}', {
    summary:
      'Une consultation avec ses messages, dans l’ordre : après le numéro `after`, avant `before`, sinon les 50 derniers',
    allow: ['customer', 'partnerDoctor'],
    params: idParams,
    query: z.object({ after: seq.optional(), before: seq.optional(), limit: paging.limit }),
    responses: { 200: one },
  }),
  sendMessage: endpoint('POST', '/chat/{id}/message', {
    summary: 'Écrire un message ; le même `clientMessageId` une seconde fois rend le message déjà gardé',
    allow: ['customer', 'partnerDoctor'],
    params: idParams,
    body: newChatMessage,
    responses: { 201: sent, 200: sent },
  }),
  markChatRead: endpoint('POST', '/chat/{id}/read', {
    summary: 'Marquer les messages comme lus, jusqu’à ce numéro',
    allow: ['customer', 'partnerDoctor'],
    params: idParams,
    body: z.object({ seq: z.int('Numéro invalide').min(0, 'Numéro invalide') }),
    responses: { 204: null },
  }),
  acceptChat: endpoint('POST', '/chat/accept/{id}', {
    summary: 'Prendre une demande en attente',
    allow: ['partnerDoctor'],
    params: idParams,
    responses: { 200: one },
  }),
  completeChat: endpoint('POST', '/chat/{id}/complete', {
    summary: 'Terminer une consultation',
    allow: ['partnerDoctor'],
    params: idParams,
    responses: { 200: one },
  }),
};
