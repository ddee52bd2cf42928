import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { reasonOf } from '../../start/reason-of.ts';
import { BackupError } from '../backup-error.ts';
import { decrypt, ENCRYPTED_START, WrongKey } from './encryption.ts';
import { SEAL_BYTES, sealOf } from './seal.ts';

/** A verified backup file. */
export interface Backup {
  readonly path: string;
  /** Of the file, bytes. */
  readonly size: number;
  /** Null: not encrypted. */
  readonly key: string | null;
}

export interface Opening {
  /** BACKUP_KEY. */
  readonly key?: string | undefined;
  /** Whether a backup that is not encrypted is accepted: it proves nothing about who wrote it. */
  readonly allowPlain: boolean;
}

const NOT_WHOLE =
  'Ce fichier n’est pas une sauvegarde d’Amasin, ou il est incomplet ou abîmé : rien n’a été changé.';

/**
 * Reads the whole file once, before anything is restored from it.
 * @throws BackupError with one line for the operator when the file is unreadable, incomplete, altered or of another key
 */
export async function openBackup(path: string, { key, allowPlain }: Opening): Promise<Backup> {
  const { size, isEncrypted } = await lookAt(path);
  if (isEncrypted && key === undefined) {
    throw new BackupError('Cette sauvegarde est chiffrée : indiquez sa clé dans BACKUP_KEY.');
  }
  const backup = { path, size, key: isEncrypted ? (key ?? null) : null };
  if (!(await isIntact(backup))) throw new BackupError(NOT_WHOLE);
  if (!isEncrypted && !allowPlain) {
    throw new BackupError(
      'Cette sauvegarde n’est pas chiffrée, et rien ne prouve qui l’a écrite : pour la restaurer quand même, ajoutez --plain. Rien n’a été changé.',
    );
  }
  return backup;
}

async function lookAt(path: string): Promise<{ size: number; isEncrypted: boolean }> {
  const file = await open(path).catch((error) => {
    throw new BackupError(`Ce fichier ne peut pas être lu (${reasonOf(error)}).`);
  });
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new BackupError(NOT_WHOLE);
    const { buffer: start } = await file.read(Buffer.alloc(ENCRYPTED_START.length), 0);
    return { size: found.size, isEncrypted: start.equals(ENCRYPTED_START) };
  } finally {
    await file.close();
  }
}

/** @throws BackupError for the key of another backup */
async function isIntact(backup: Backup): Promise<boolean> {
  const hash = createHash('sha256');
  const seal: Buffer[] = [];
  try {
    for await (const { archive, rest } of divided(backup, () => {})) {
      hash.update(archive);
      seal.push(rest);
    }
  } catch (error) {
    if (error instanceof WrongKey) {
      throw new BackupError(
        'La clé de BACKUP_KEY n’est pas celle de cette sauvegarde, ou son début a été modifié : rien n’a été changé.',
      );
    }
    return false;
  }
  return Buffer.concat(seal).equals(sealOf(hash.digest()));
}

/** The compressed archive, without its seal. */
export async function* archiveOf(
  backup: Backup,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer, void> {
  for await (const { archive } of divided(backup, onRead)) yield archive;
}

/** @param onRead reports the bytes read from the file */
async function* divided({ path, size, key }: Backup, onRead: (bytes: number) => void) {
  const source = createReadStream(path).on('data', (chunk) => onRead(chunk.length));
  try {
    const { stream, total } = await plainBytes(source, { size, key });
    let left = total - SEAL_BYTES;
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      const archive = bytes.subarray(0, Math.max(0, left));
      left -= archive.length;
      yield { archive, rest: bytes.subarray(archive.length) };
    }
  } finally {
    source.destroy();
  }
}

async function plainBytes(
  source: Readable,
  { size, key }: { size: number; key: string | null },
): Promise<{ stream: AsyncIterable<Uint8Array>; total: number }> {
  if (key === null) return { stream: source, total: size };
  const given = Readable.toWeb(source) as ReadableStream<Uint8Array>;
  const found = await decrypt(given, { key, size });
  return { stream: found.stream, total: found.size };
}
