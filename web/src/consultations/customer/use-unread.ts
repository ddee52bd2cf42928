import { usePatientChats } from '../api.ts';

/** How many messages of doctors the customer has not read, in the consultations of the list's loaded pages. */
export const useUnread = (): number => usePatientChats().rows.reduce((sum, { unread }) => sum + unread, 0);
