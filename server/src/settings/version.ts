import { readFileSync } from 'node:fs';
import manifest from '../../../package.json' with { type: 'json' };

/** The version of the product: only package.json of the repository says it, and `npm version` changes it there. */
export const { version } = manifest;

const GIT = new URL('../../../.git/', import.meta.url);

/** The commit that is checked out; null where there is no git folder, as in an image. */
export function findCommit(): string | null {
  const read = (path: string) => readFileSync(new URL(path, GIT), 'utf8').trim();
  try {
    const head = read('HEAD');
    const [, branch] = /^ref: (\S+)$/.exec(head) ?? [];
    if (branch === undefined) return head;
    try {
      return read(branch);
    } catch {
      return new RegExp(`^(\\S+) ${branch}$`, 'm').exec(read('packed-refs'))?.[1] ?? null;
    }
  } catch {
    return null;
  }
}
