import { randomBytes } from 'node:crypto';

const OURS = /^TX-[0-9a-f]{30}$/;

/** Our id of a new payment, by which the provider names it too. */
export const newTransactionId = (): string => `TX-${randomBytes(15).toString('hex')}`;

export const isTransactionId = (text: string): boolean => OURS.test(text);
