import { normalizePhone } from '../domain/src/users/phone-number.ts';

/**
 * The operator's contact settings, for Vite to replace in the code. Those that are missing or invalid are undefined: the server
 * then refuses to start, or shows those of the demonstration.
 */
export function contactSettings({ CONTACT_PHONE, CONTACT_EMAIL, CONTACT_PLACE }: NodeJS.ProcessEnv) {
  return {
    'import.meta.env.CONTACT_PHONE': replacement(normalizePhone(CONTACT_PHONE ?? '')),
    'import.meta.env.CONTACT_EMAIL': replacement(CONTACT_EMAIL?.trim()),
    'import.meta.env.CONTACT_PLACE': replacement(CONTACT_PLACE?.trim()),
  };
}

const replacement = (text: string | null | undefined) => (text ? JSON.stringify(text) : 'undefined');
