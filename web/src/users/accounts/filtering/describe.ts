import { userTypeLabels } from '@amasin/domain/users/user-type.ts';
import { quoted } from '../../../lib/format/text.ts';
import type { Choice } from './choice.ts';

/** The filters that are on, in words; empty when nothing is filtered. */
export function describe({ q, type, active }: Choice): string[] {
  const words: string[] = [];
  if (q.trim() !== '') words.push(quoted(q.trim()));
  if (type !== '') words.push(userTypeLabels[type]);
  if (active !== '') words.push(active === 'true' ? 'Actifs' : 'Désactivés');
  return words;
}
