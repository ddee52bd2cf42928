import type { MedicationForm } from './form.ts';

// They are here and not in instructions.ts, so that pages load them without zod.
export const POSOLOGY_MAX = 120;
export const DURATION_MAX = 60;

const oral = (unit: string) => [
  `1 ${unit} matin et soir`,
  `1 ${unit} 3 fois par jour`,
  `1 ${unit} le matin`,
  `1 ${unit} le soir`,
  `2 ${unit}s 3 fois par jour`,
];

/** Prescribers usually write these, by form, the most frequent first. */
const posologies: Readonly<Record<MedicationForm, readonly string[]>> = {
  tablet: oral('comprimé'),
  capsule: oral('gélule'),
  syrup: [
    '1 cuillère mesure matin, midi et soir',
    '1 cuillère mesure matin et soir',
    '1 cuillère à café 3 fois par jour',
  ],
  injection: ['1 injection par jour', '1 injection matin et soir', '1 injection, une seule fois'],
  cream: ['1 application matin et soir', '1 application par jour, le soir'],
  drops: ['1 goutte 3 fois par jour', '2 gouttes matin et soir', '1 goutte le soir'],
  other: ['1 fois par jour', 'Matin et soir', '3 fois par jour'],
};

/** The usual posologies of a form, or of all forms when it is not known. */
export function usualPosologies(form: MedicationForm | null): readonly string[] {
  return form === null ? [...new Set(Object.values(posologies).flat())] : posologies[form];
}

export const usualDurations: readonly string[] = ['3 jours', '5 jours', '7 jours', '10 jours', '1 mois'];
