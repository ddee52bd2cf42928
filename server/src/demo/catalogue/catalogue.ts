import { bloodPressureDiabetesAndLongTreatments } from './chronic.ts';
import { skinEyesWomenVitaminsAndFirstAid } from './daily-care.ts';
import { feverPainAndMalaria } from './fever.ts';
import { infections } from './infections.ts';
import { stomachCoughAndAllergy } from './stomach-cough.ts';

export type DemoMedicine = {
  /** Substance, strength and pack; several forms may share one label. */
  label: string;
  form: 'tablet' | 'capsule' | 'syrup' | 'injection' | 'cream' | 'drops' | 'other';
  /** Whole FCFA: invented, but typical for Cotonou. */
  price: number;
  /** A cautious choice for the demonstration, without legal force. */
  requiresPrescription: boolean;
};

/** Substances have their common names only: the law forbids advertising medicines to the public. */
export const demoCatalogue: readonly DemoMedicine[] = [
  ...feverPainAndMalaria,
  ...stomachCoughAndAllergy,
  ...infections,
  ...bloodPressureDiabetesAndLongTreatments,
  ...skinEyesWomenVitaminsAndFirstAid,
];
