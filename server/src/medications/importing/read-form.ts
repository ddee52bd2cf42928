import {
  type MedicationForm,
  medicationFormLabels,
  medicationForms,
} from '@amasin/domain/medications/form.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';

/** Words for each form, the first match wins: « solution buvable en gouttes » are drops. */
const words: readonly (readonly [RegExp, MedicationForm])[] = [
  [/\b(gouttes?|collyre|instillation)\b/, 'drops'],
  [/\b(inject\w*|perfusion|parenteral)\b/, 'injection'],
  [/\b(comprimes?|cp|lyophilisat)\b/, 'tablet'],
  [/\binhalation\b/, 'other'],
  [/\b(gelules?|capsules?)\b/, 'capsule'],
  [/\b(sirop|buvables?)\b/, 'syrup'],
  [/\b(creme|pommade|gel|emulsion pour application|pate)\b/, 'cream'],
];

const names = new Map(
  medicationForms.flatMap((form) => [
    [searchText(form), form],
    [searchText(medicationFormLabels[form]), form],
  ]),
);

/** The form named « Comprimé », « gélule gastro-résistante » or `tablet`; null when unknown. */
export function readForm(written: string): MedicationForm | null {
  const text = searchText(written);
  return names.get(text) ?? words.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
