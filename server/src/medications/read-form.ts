import {
  type MedicationForm,
  medicationFormLabels,
  medicationForms,
} from '@amasin/domain/medications/form.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';

/** Patterns of each form; the first match wins: « solution buvable en gouttes » is `drops`. */
const words: readonly (readonly [RegExp, MedicationForm])[] = [
  [/\b(gouttes?|collyre|instillation)\b/, 'drops'],
  [/\b(inj|inject\w*|perfusion|parenteral)\b/, 'injection'],
  [/\b(comprimes?|cp|lyophilisat)\b/, 'tablet'],
  [/\binhalation\b/, 'other'],
  [/\b(gelules?|capsules?)\b/, 'capsule'],
  [/\b(sirop|buvables?)\b/, 'syrup'],
  [/\b(creme|pommade|gel|emulsion pour application|pate)\b/, 'cream'],
  [/\b(suppositoires?|ovules?|sachets?|poudres?|sprays?|patchs?|patches|dispositifs?)\b/, 'other'],
];

const names = new Map(
  medicationForms.flatMap((form) => [
    [searchText(form), form],
    [searchText(medicationFormLabels[form]), form],
  ]),
);

/** Parses a form such as « Comprimé », « gélule gastro-résistante » or `tablet`; returns null when it is unknown. */
export function readForm(written: string): MedicationForm | null {
  const text = searchText(written);
  return names.get(text) ?? words.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
