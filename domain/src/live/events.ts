import { z } from 'zod';
import { type ChatMessage, newChatMessage } from '../consultations/consultation.ts';
import { id } from '../contract/text.ts';
import type { Notification } from '../notifications/notification.ts';
import type { LiveResource } from './resources.ts';

/** Events from the server. Each one is sent after the commit of what it reports. */
export interface ServerEvents {
  notification: (notification: Notification) => void;
  /** To all active and verified doctors: a request was made, or is offered again. */
  newChatRequest: (request: { chatId: string; patientName: string; initialMessage: string }) => void;
  /** To these doctors except the one who accepted it, if any: the request is no longer pending. */
  chatTaken: (taken: { chatId: string }) => void;
  chatAccepted: (accepted: { chatId: string; doctorName: string; doctorId: string }) => void;
  chatCompleted: (completed: { chatId: string; doctorName: string }) => void;
  /** To those who have joined the consultation. */
  newMessage: (sent: { chatId: string; message: ChatMessage }) => void;
  /** To the other participant, if they have joined the consultation (decision 23). */
  typing: (typing: { chatId: string }) => void;
  /** Something that this person may see has changed in these resources: read it again (decision 23). */
  changed: (resources: readonly LiveResource[]) => void;
}

const ofChat = z.object({ chatId: id });
/** The id of a consultation, alone or in an object (rule 44). */
const chat = z.union([ofChat, id.transform((chatId) => ({ chatId }))]);

/** Events from clients, with what they contain. The server ignores `chatAccepted` and `chatCompleted` (rule 30). */
export const clientEvents = {
  joinChat: chat,
  leaveChat: chat,
  /** Does the same as POST /chat/{id}/message; `senderType` and `senderName` are ignored. */
  sendMessage: z.object({ chatId: id, message: newChatMessage }),
  typing: ofChat,
  chatAccepted: z.unknown(),
  chatCompleted: z.unknown(),
};

export type ClientEvent = keyof typeof clientEvents;

/** The acknowledgement of an event; `message` is the stored one, of `sendMessage`. */
export type Acknowledgement =
  | { success: true; message?: ChatMessage }
  | { success: false; code: string; message: string };

export type ClientEvents = {
  [E in ClientEvent]: (
    data: z.input<(typeof clientEvents)[E]>,
    acknowledge: (acknowledgement: Acknowledgement) => void,
  ) => void;
};
