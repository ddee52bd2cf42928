import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('pages/home.tsx'),
  route('login', 'pages/login.tsx'),
  route('register', 'pages/register.tsx'),
  route('admin', 'pages/admin.tsx'),

  // Who may open which of these: session/page-access.ts.
  layout('session/RequireAccess.tsx', [
    route('dashboard', 'pages/dashboard.tsx'),
    route('order', 'pages/order.tsx'),
    route('tracking', 'pages/tracking.tsx'),
    route('profile', 'pages/profile.tsx'),
    route('supervisor-dashboard', 'pages/supervisor-dashboard.tsx'),
    route('pharmacy-dashboard', 'pages/pharmacy-dashboard.tsx'),
    route('delivery-dashboard', 'pages/delivery-dashboard.tsx'),
    route('agent-dashboard', 'pages/agent-dashboard.tsx'),
    route('cpanel', 'pages/cpanel.tsx'),
    route('cpanel/users', 'pages/cpanel-users.tsx'),
    route('doctor-dashboard', 'pages/doctor-dashboard.tsx'),
  ]),

  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig;
