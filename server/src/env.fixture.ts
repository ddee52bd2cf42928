/** The settings that are required outside demo mode, but PAYMENT_PROVIDER. */
export const outsideDemo = {
  DEMO: '0',
  LINK_SECRET: 'a-secret-of-this-test-of-32-bytes-or-more',
  CONTACT_PHONE: '0197000000',
  CONTACT_EMAIL: 'contact@amasin.bj',
};
