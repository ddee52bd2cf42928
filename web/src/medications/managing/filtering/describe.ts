import { quoted } from '../../../lib/format/text.ts';
import type { Choice } from './choice.ts';

const day = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });
const written = (iso: string) => day.format(new Date(iso));

/** The filters that are on, in words; empty when nothing is filtered. */
export function describe({ q, createdBy, from, to, reviewed }: Choice, creator?: string): string[] {
  const words: string[] = [];
  if (q.trim() !== '') words.push(quoted(q.trim()));
  if (createdBy !== '') words.push(`Créateur : ${creator ?? 'autre'}`);
  if (from !== '') words.push(`depuis le ${written(from)}`);
  if (to !== '') words.push(`jusqu’au ${written(to)}`);
  if (reviewed !== '') words.push(reviewed === 'true' ? 'Vérifiés' : 'À vérifier');
  return words;
}
