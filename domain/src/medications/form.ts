export const medicationForms = [
  'tablet',
  'capsule',
  'syrup',
  'injection',
  'cream',
  'drops',
  'other',
] as const;

export type MedicationForm = (typeof medicationForms)[number];

/** French names of the forms. */
export const medicationFormLabels: Readonly<Record<MedicationForm, string>> = {
  tablet: 'Comprimé',
  capsule: 'Capsule',
  syrup: 'Sirop',
  injection: 'Injection',
  cream: 'Crème',
  drops: 'Gouttes',
  other: 'Autre',
};
