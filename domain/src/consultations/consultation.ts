import { z } from 'zod';
import { id, moment, nameText, optionalText, plainText, requiredText } from '../contract/text.ts';
import { chatActions, chatStatuses } from './lifecycle.ts';

export const senderTypes = ['patient', 'doctor', 'system'] as const;

export type SenderType = (typeof senderTypes)[number];

/** Maximum length of a message, characters. */
export const MAX_MESSAGE = 4_000;

/** Maximum length of the identifier that a client gives to its message. */
export const MAX_CLIENT_ID = 64;

/** A message as sent. `seq` counts from 1 in each consultation, without gaps. */
export const chatMessage = z.object({
  _id: id,
  seq: z.int(),
  /** The identifier chosen by the sender's client (rule 29). */
  clientMessageId: z.string().nullable(),
  senderType: z.enum(senderTypes),
  /** Null for a system line, and in a request that the reader has not accepted. */
  senderId: id.nullable(),
  senderName: z.string(),
  content: z.string(),
  timestamp: moment,
  status: z.literal('sent'),
  /** Key of a picture or PDF. */
  file: z.string().nullable(),
  /** Number of a prescription that the doctor wrote. */
  prescriptionNumber: z.string().nullable(),
});

export type ChatMessage = z.output<typeof chatMessage>;

/** A consultation in a list. */
export const chatSummary = z.object({
  _id: id,
  /** Equals `_id`: the wire has both names. */
  chatId: id,
  /** Null, like phone and e-mail, for a doctor who has not accepted the request. */
  patientId: id.nullable(),
  patientName: z.string(),
  patientPhone: z.string().nullable(),
  patientEmail: z.string().nullable(),
  doctorId: id.nullable(),
  doctorName: z.string().nullable(),
  status: z.enum(chatStatuses),
  createdAt: moment,
  acceptedAt: moment.nullable(),
  completedAt: moment.nullable(),
  initialMessage: z.string(),
  /** The number of the last message that the reader may see. */
  lastSeq: z.int(),
  /** Counts the messages that the reader has not read, without their own and, for a doctor, without system lines. */
  unread: z.int(),
  lastMessage: z
    .object({
      seq: z.int(),
      senderType: z.enum(senderTypes),
      content: z.string(),
      timestamp: moment,
      hasFile: z.boolean(),
    })
    .nullable(),
  allowedActions: z.array(z.enum(chatActions)),
});

export type ChatSummary = z.output<typeof chatSummary>;

/** A consultation with some of its messages, in order. */
export const chat = chatSummary.extend({ messages: z.array(chatMessage) });

export type Chat = z.output<typeof chat>;

const REQUIRED = 'Veuillez remplir tous les champs obligatoires';
const BLANK = 'Message vide ou trop long';

/** Body of POST /chat/start. Phone and e-mail are read from the account, whatever the body says. */
export const newChat = z.object({
  patientName: nameText(REQUIRED, 120),
  initialMessage: requiredText(REQUIRED, MAX_MESSAGE, BLANK),
});

/** Body of POST /chat/{id}/message. At least one of a text, a file and a prescription number. */
export const newChatMessage = z
  .object({
    content: plainText(MAX_MESSAGE, BLANK).default(''),
    clientMessageId: optionalText(MAX_CLIENT_ID),
    /** Key of the sender's own upload, of category `consultation`. */
    file: optionalText(300),
    /** Number of a prescription that the sender wrote; doctors only. */
    prescriptionNumber: optionalText(60),
  })
  .refine(({ content, file, prescriptionNumber }) => content || file || prescriptionNumber, {
    path: ['content'],
    error: BLANK,
  });
