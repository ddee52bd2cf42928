import { randomBytes } from 'node:crypto';

/** Prints a new key for backups, as a setting. */
export function backupKey(): void {
  process.stdout.write(`BACKUP_KEY=${randomBytes(32).toString('base64url')}\n`);
}
