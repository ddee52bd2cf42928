import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { created, type HandlersOf, handler, noContent, ok } from '../routing/handlers.ts';
import {
  listDoctorChats,
  listPatientChats,
  loadChat,
  markChatRead,
  readAvailability,
  readChat,
} from './read.ts';
import { acceptChat, completeChat, sendMessage, startChat } from './talk.ts';

const success = true as const;

export const consultationHandlers: HandlersOf<typeof consultationEndpoints> = {
  startChat: handler(consultationEndpoints.startChat, {
    handle: (ctx, { body }, _resource, { storeResponse }) =>
      startChat(ctx, body, (tx, chatId) => storeResponse(tx, created({ success, chatId }))),
  }),
  listPatientChats: handler(consultationEndpoints.listPatientChats, {
    handle: async (ctx, { query }) => ok({ success, ...(await listPatientChats(ctx, query)) }),
  }),
  listDoctorChats: handler(consultationEndpoints.listDoctorChats, {
    handle: async (ctx) => ok({ success, ...(await listDoctorChats(ctx)) }),
  }),
  chatAvailability: handler(consultationEndpoints.chatAvailability, {
    handle: async (ctx) => ok({ success, ...(await readAvailability(ctx)) }),
  }),
  readChat: handler(consultationEndpoints.readChat, {
    load: loadChat,
    handle: async (ctx, { params, query }) => ok({ success, chat: await readChat(ctx, params.id, query) }),
  }),
  sendMessage: handler(consultationEndpoints.sendMessage, {
    limit: 'messagesPerMinute',
    load: loadChat,
    handle: async (ctx, { params, body }) => {
      const { message, isNew } = await sendMessage(ctx, params.id, body);
      return (isNew ? created : ok)({ success, message });
    },
  }),
  markChatRead: handler(consultationEndpoints.markChatRead, {
    load: loadChat,
    handle: async (ctx, { params, body }) => {
      await markChatRead(ctx, params.id, body.seq);
      return noContent();
    },
  }),
  acceptChat: handler(consultationEndpoints.acceptChat, {
    handle: async (ctx, { params }) => {
      await acceptChat(ctx, params.id);
      return ok({ success, chat: await readChat(ctx, params.id) });
    },
  }),
  completeChat: handler(consultationEndpoints.completeChat, {
    load: loadChat,
    handle: async (ctx, { params }) => {
      await completeChat(ctx, params.id);
      return ok({ success, chat: await readChat(ctx, params.id) });
    },
  }),
};
