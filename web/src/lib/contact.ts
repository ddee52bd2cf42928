import { demoContact } from '@amasin/domain/users/demo-contact.ts';

/** How to reach us: the operator's settings at the time of the build (contact-settings.ts), or those of the demonstration. */
export const contact = {
  phone: import.meta.env.CONTACT_PHONE ?? demoContact.phone,
  email: import.meta.env.CONTACT_EMAIL ?? demoContact.email,
  place: import.meta.env.CONTACT_PLACE ?? demoContact.place,
};
