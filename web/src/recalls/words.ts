import { medicationFormLabels } from '@amasin/domain/medications/form.ts';
import type { Recall } from '@amasin/domain/recalls/recall.ts';

/** « Sirop pour la toux (sirop) »: medicines of one name differ by their form. */
export const nameOf = ({ medication: { label, form } }: Pick<Recall, 'medication'>): string =>
  `${label} (${medicationFormLabels[form].toLowerCase()})`;
