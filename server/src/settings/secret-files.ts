import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { OperatorError } from './operator-error.ts';
import { fieldsOf, metaOf, serviceSchemas } from './schemas.ts';

type Given = Readonly<Record<string, string | undefined>>;

/** The setting that names the file of a secret, as Docker and Kubernetes give them. */
export const fileSettingOf = (name: string) => `${name}_FILE`;

/** The settings that are secret, of the services and of this schema. */
export const secretNames = (general: z.ZodType): string[] =>
  [general, ...Object.values(serviceSchemas)].flatMap((schema) =>
    Object.entries(fieldsOf(schema)).flatMap(([name, field]) => (metaOf(field).isSecret ? [name] : [])),
  );

/**
 * Replaces the names of files by the secrets that they contain.
 * @param general the schema of the settings that belong to no service
 * @throws Error with one line that names the setting whose file is not usable, or that is given twice
 */
export function readSecretFiles(given: Given, general: z.ZodType): Given {
  const read: Record<string, string | undefined> = { ...given };
  for (const name of secretNames(general)) {
    const fileSetting = fileSettingOf(name);
    const path = given[fileSetting];
    if (path === undefined) continue;
    if (given[name] !== undefined) {
      throw new OperatorError(`Réglage ${name} : donnez ${name} ou ${fileSetting}, pas les deux.`);
    }
    read[name] = readSecret(fileSetting, path);
    delete read[fileSetting];
  }
  return read;
}

function readSecret(fileSetting: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new OperatorError(`Réglage ${fileSetting} : le fichier ${path} ne peut pas être lu (${code}).`, {
      cause: error,
    });
  }
  if (text === '') throw new OperatorError(`Réglage ${fileSetting} : le fichier ${path} est vide.`);
  return text;
}
