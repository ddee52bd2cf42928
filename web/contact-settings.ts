import { normalizePhone, receivesMessages } from '../domain/src/users/phone-number.ts';

/**
 * The operator's contact settings, for Vite to replace in the code. One that is missing, or a phone number that is invalid, is
 * undefined: the pages then have that of the demonstration. The server refuses to start with invalid ones.
 */
export function contactSettings({ CONTACT_PHONE, CONTACT_EMAIL, CONTACT_PLACE }: NodeJS.ProcessEnv) {
  const phone = normalizePhone(CONTACT_PHONE ?? '') ?? '';
  return {
    'import.meta.env.CONTACT_PHONE': replacement(receivesMessages(phone) ? phone : undefined),
    'import.meta.env.CONTACT_EMAIL': replacement(CONTACT_EMAIL?.trim()),
    'import.meta.env.CONTACT_PLACE': replacement(CONTACT_PLACE?.trim()),
  };
}

const replacement = (text: string | undefined) => (text ? JSON.stringify(text) : 'undefined');
