import { bloodPressureDiabetesAndLongTreatments } from './chronic.ts';
import { skinEyesWomenVitaminsAndFirstAid } from './daily-care.ts';
import { feverPainAndMalaria } from './fever.ts';
import { infections } from './infections.ts';
import { stomachCoughAndAllergy } from './stomach-cough.ts';

export type DemoMedicine = {
  /** Substance, strength and pack; several forms may share one label. */
  label: string;
  form: 'tablet' | 'capsule' | 'syrup' | 'injection' | 'cream' | 'drops' | 'other';
  /** Whole FCFA, invented but of the order met in Cotonou. */
  price: number;
  /** Cautious choice for a demonstration, not a list with force of law. */
  requiresPrescription: boolean;
};

/** Substances are named by their common names only: the law forbids advertising medicines to the public. */
export const demoCatalogue: readonly DemoMedicine[] = [
  ...feverPainAndMalaria,
  ...stomachCoughAndAllergy,
  ...infections,
  ...bloodPressureDiabetesAndLongTreatments,
  ...skinEyesWomenVitaminsAndFirstAid,
];
