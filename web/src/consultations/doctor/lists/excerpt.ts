import type { ChatSummary } from '@amasin/domain/consultations/consultation.ts';

/** The last message in a list. */
export function excerptOf({ lastMessage, initialMessage }: ChatSummary): string {
  if (lastMessage === null) return initialMessage;
  const { content, hasFile, senderType } = lastMessage;
  const text = content || (hasFile ? 'Fichier joint' : 'Ordonnance');
  return senderType === 'doctor' ? `Vous : ${text}` : text;
}
