import type { ChatSummary } from '@amasin/domain/consultations/consultation.ts';
import type { InfiniteData } from '@tanstack/react-query';

const NOT_STORED = 'Les messages s’affichent au retour du réseau.';

/** The first consultations as they are stored on the device: without a word of what was written (decision 0012). */
export function seenChats<P extends { chats: ChatSummary[] }>({ pages }: InfiniteData<P>): InfiniteData<P> {
  const first = pages.slice(0, 1);
  return { pages: first.map((page) => ({ ...page, chats: page.chats.map(seenChat) })), pageParams: [1] };
}

function seenChat(chat: ChatSummary): ChatSummary {
  return { ...chat, patientPhone: null, patientEmail: null, initialMessage: NOT_STORED, lastMessage: null };
}
