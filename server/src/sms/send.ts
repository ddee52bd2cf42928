import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '@amasin/domain/contract/time.ts';
import { type SmsMoment, usefulMs } from '@amasin/domain/sms/kinds.ts';
import { receivesMessages } from '@amasin/domain/users/phone-number.ts';
import type { SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { Settings } from '../env.ts';
import type { Words } from '../ports/sms-sender.ts';
import { deleteMessagesBefore, failLost, forgetMoment, insertMessage, type LastQueued } from './queries.ts';

type SmsCtx = Pick<SystemCtx, 'jobs' | 'linkSecrets' | 'clock'>;

interface Message {
  readonly to: string;
  readonly words: Words;
  /** Sends only if the number belongs to a recoverable account at delivery time. */
  readonly toAccountsOnly?: boolean;
  /** What it is about, told once. */
  readonly about?: string;
}

/** Enqueues a message in this transaction. Numbers that cannot receive messages are skipped. */
export async function sendSms(
  ctx: SmsCtx,
  tx: Database,
  { to, words, toAccountsOnly = false, about }: Message,
): Promise<void> {
  const job = await queueMessage(ctx, tx, { to, words, about: about ?? null });
  if (job !== null) await ctx.jobs.add(tx, 'send-sms', { ...job, toAccountsOnly });
}

/** A patient has this long to read a doctor's message before an SMS says that it waits. */
const READ_SECONDS = 60;

interface Moment {
  /** Null for a customer whose data has been removed. */
  readonly to: string | null;
  readonly words: Words;
  /** The order or consultation: each moment of it is announced once. */
  readonly about: string;
  /** Waits for a minute, and sends nothing when the patient has read the doctor's messages meanwhile. */
  readonly unlessRead?: boolean;
}

/** Enqueues the message of a moment, once, if the settings announce it (decision 41). */
export async function announceBySms(
  ctx: SmsCtx & { readonly settings: Pick<Settings, 'smsMoments'> },
  tx: Database,
  { to, words, about, unlessRead = false }: Moment,
): Promise<void> {
  const moments: readonly string[] = ctx.settings.smsMoments;
  if (to === null || !moments.includes(words.kind)) return;
  const job = await queueMessage(ctx, tx, { to, words, about });
  if (job === null) return;
  const data = { ...job, toAccountsOnly: false };
  if (unlessRead) await ctx.jobs.addLater(tx, 'send-sms', READ_SECONDS, { ...data, unlessRead: about });
  else await ctx.jobs.add(tx, 'send-sms', data);
}

/** Lets this moment of an order be announced once more: it has left again. */
export const announceAgain = (tx: Database, kind: SmsMoment, about: string): Promise<void> =>
  forgetMoment(tx, kind, about);

/** @returns null when nothing is to be sent: another number, or announced before */
async function queueMessage(
  { clock, linkSecrets: [secret] }: SmsCtx,
  tx: Database,
  { to, words, about }: { to: string; words: Words; about: string | null },
) {
  if (!receivesMessages(to)) return null;
  const { kind, text, params } = words;
  const messageId = await insertMessage(tx, { kind, about, to, createdAt: clock.now() });
  if (messageId === null) return null;
  const sealedParams = seal(JSON.stringify(params), secret);
  return { messageId, to, kind, sealed: seal(text, secret), sealedParams };
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (secret: string) => createHash('sha256').update(`key for messages:${secret}`).digest();

/** Encrypts a text that waits in the job queue: it may contain a code. */
export function seal(text: string, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secret), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @throws Error when it was altered, or sealed with none of these secrets */
export function unseal(sealed: string, secrets: readonly string[]): string {
  const [secret = '', ...others] = secrets;
  try {
    return open(Buffer.from(sealed, 'base64url'), secret);
  } catch (error) {
    if (others.length === 0) throw error;
    return unseal(sealed, others);
  }
}

function open(bytes: Buffer, secret: string): string {
  const tagEnd = NONCE_BYTES + TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, keyOf(secret), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, tagEnd));
  return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString('utf8');
}

/** Leaves the queue a while for its last attempt, after the time in which a message is of use. */
export function lastQueued(now: Date): LastQueued {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  return { code: ago(usefulMs('code') + 5 * MINUTE_MS), other: ago(usefulMs('paid') + 60 * MINUTE_MS) };
}

const RETENTION_MS = 30 * DAY_MS;

/** Gives up on messages whose jobs are gone, and deletes those of more than a month ago. */
export async function sweepMessages({ db, clock }: Pick<SystemCtx, 'db' | 'clock'>): Promise<void> {
  const at = clock.now();
  const ago = (ms: number) => new Date(at.getTime() - ms);
  await failLost(db, lastQueued(at), at);
  await deleteMessagesBefore(db, ago(RETENTION_MS));
}
