import type { ChatSummary } from '@amasin/domain/consultations/consultation.ts';

/** The text of a consultation's last message, as a list shows it. */
export function excerptOf({ lastMessage, initialMessage }: ChatSummary): string {
  if (lastMessage === null) return initialMessage;
  const { content, hasFile, senderType } = lastMessage;
  const text = content || (hasFile ? 'Fichier joint' : 'Ordonnance');
  return senderType === 'doctor' ? `Vous : ${text}` : text;
}
