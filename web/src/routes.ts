import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('pages/visitor/home.tsx'),
  route('login', 'pages/visitor/login.tsx'),
  route('register', 'pages/visitor/register.tsx'),
  route('admin', 'pages/visitor/admin.tsx'),
  route('forgot-password', 'pages/visitor/forgot-password.tsx'),
  route('verify-otp', 'pages/visitor/verify-otp.tsx'),
  route('reset-password', 'pages/visitor/reset-password.tsx'),
  route('medicaments', 'pages/visitor/medicines.tsx'),
  route('pharmacies', 'pages/visitor/pharmacies.tsx'),
  route('pharmacies/medicament', 'pages/visitor/stocked.tsx'),
  route('about', 'pages/visitor/about.tsx'),
  route('confidentialite', 'pages/visitor/privacy.tsx'),
  route('conditions', 'pages/visitor/terms.tsx'),
  route('mentions-legales', 'pages/visitor/legal.tsx'),
  route('compte-supprime', 'pages/visitor/account-deleted.tsx'),
  route('payer', 'pages/visitor/payer.tsx'),
  route('register-pharmacy', 'pages/visitor/register-pharmacy.tsx'),
  route('register-partner', 'pages/visitor/register-partner.tsx'),

  // The users who may open each of these are in domain/src/users/pages.ts.
  layout('session/RequireAccess.tsx', [
    route('dashboard', 'pages/customer/dashboard.tsx'),
    route('order', 'pages/customer/order.tsx'),
    route('tracking', 'pages/customer/tracking.tsx'),
    route('profile', 'pages/customer/profile.tsx'),
    route('supervisor-dashboard', 'pages/staff/supervisor-dashboard.tsx'),
    route('pharmacy-dashboard', 'pages/staff/pharmacy-dashboard.tsx'),
    route('delivery-dashboard', 'pages/staff/delivery-dashboard.tsx'),
    route('agent-dashboard', 'pages/staff/agent-dashboard.tsx'),
    route('cpanel', 'pages/staff/cpanel.tsx'),
    route('cpanel/users', 'pages/staff/cpanel-users.tsx'),
    route('doctor-dashboard', 'pages/staff/doctor-dashboard.tsx'),
  ]),

  route('*', 'pages/visitor/not-found.tsx'),
] satisfies RouteConfig;
