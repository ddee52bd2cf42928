import type { Config } from '@react-router/dev/config';

// No rendering on the server: public pages are prerendered, the others start from the fallback page.
export default {
  appDirectory: 'src',
  ssr: false,
  prerender: [
    '/',
    '/login',
    '/register',
    '/admin',
    '/forgot-password',
    '/verify-otp',
    '/reset-password',
    '/medicaments',
    '/pharmacies',
    '/pharmacies/medicament',
    '/about',
    '/confidentialite',
    '/conditions',
    '/mentions-legales',
    '/compte-supprime',
    '/payer',
    '/register-pharmacy',
    '/register-partner',
  ],
} satisfies Config;
