import { builtContact, CONTACT_META, demoContact } from '@amasin/domain/house/contact.ts';

type Contact = {
  readonly phone: string;
  readonly email: string;
  readonly place: string;
  readonly emergency: string;
};

/**
 * How to reach us. The build leaves places in the pages, where the server writes what the house has set; the application reads the
 * same from the head of its page. Without a server of ours, as in development, it is that of the demonstration.
 */
export const contact: Contact = import.meta.env.SSR && import.meta.env.PROD ? builtContact : readContact();

function readContact(): Contact {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name=${CONTACT_META}]`);
  return meta ? JSON.parse(meta.content) : demoContact;
}
