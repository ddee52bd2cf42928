import type { FileReader } from '@amasin/domain/audit/entry.ts';
import { userTypeLabels } from '@amasin/domain/contract/user-type.ts';

type Person = Pick<FileReader, 'name' | 'type'>;

/** « Docteur Aïcha Kora, professionnel de santé »; « Un superviseur d’Amasin ». */
export function describeReader({ name, type }: Person): string {
  const role = userTypeLabels[type].toLowerCase();
  if (name === null) return `Un ${role} d’Amasin`;
  // A pharmacy has its role in its name.
  return type === 'pharmacy' ? name : `${name}, ${role}`;
}

/** What each person has seen on one day, in the order of their last reading. */
export function groupByPerson(readers: readonly FileReader[]): [string, FileReader[]][] {
  const people = new Map<string, FileReader[]>();
  for (const reader of readers) {
    const person = describeReader(reader);
    people.set(person, [...(people.get(person) ?? []), reader]);
  }
  return [...people];
}

const objects: Readonly<Partial<Record<FileReader['kind'], string>>> = {
  order: 'Commande',
  prescription: 'Ordonnance',
  consultation: 'Consultation',
  file: 'Un fichier',
  card: 'Carte d’assurance',
  user: 'Votre fiche de client',
};

/** « Commande CMD-000123, vue et modifiée » */
export function describeObject({
  kind,
  label,
  changed,
}: Pick<FileReader, 'kind' | 'label' | 'changed'>): string {
  const object = objects[kind] ?? 'Votre dossier';
  const feminine = kind === 'file' ? '' : 'e';
  return `${label === null ? object : `${object} ${label}`}, vu${feminine}${changed ? ` et modifié${feminine}` : ''}`;
}
