import { z } from 'zod';

// Imported by what a page may load without the others: the settings count from the first schema that is used.
z.config({
  // The message of an issue for which the schema defines none, in French instead of zod's English.
  customError: () => 'Valeur invalide',
  // The content security policy forbids eval; without this, zod's probe for it is reported in the browser console.
  jitless: 'document' in globalThis,
});
