import type { Config } from '@react-router/dev/config';

// The server has no rendering of its own: public pages are written at build time, the rest starts from the fallback page.
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
    '/pharmacies',
    '/about',
    '/confidentialite',
    '/register-pharmacy',
    '/register-partner',
  ],
} satisfies Config;
