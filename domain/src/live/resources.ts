/** Resources whose changes are announced; the client's query keys begin with the same names. */
export const liveResources = [
  'orders',
  'inquiries',
  'prescriptions',
  'payments',
  'benefits',
  'insurance',
  'notifications',
  'users',
  'medications',
  'zones',
  'pharmacies',
  'consultations',
] as const;

export type LiveResource = (typeof liveResources)[number];
