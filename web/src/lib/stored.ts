import { useRef, useState } from 'react';
import type { Schema } from './schema.ts';

/**
 * Values in local storage, by person and name, so that a reload or an empty battery loses nothing: an order draft, an open
 * payment. Read back as `unknown`: anyone may have changed them.
 */
const PREFIX = 'kept:';

/** Stands for the person while nobody is signed in. */
export const GUEST = 'guest';
/** Name of the draft of an order. */
export const ORDER_DRAFT = 'order-draft';
/** Name of the draft that a person began as a visitor, stored for them. */
export const GUEST_DRAFT = 'guest-draft';
/** Names of lists of what a person wrote and the server may not have yet. Sign-out removes them, after a question. */
export const WAITING_ORDERS = 'waiting-orders';
export const UNSENT_MESSAGES = 'unsent-messages';
/** Name of the file that was chosen for an order, until it is uploaded or the draft is cleared. */
export const CHOSEN_FILE = 'order-file';
/** Starts the names of finished work that the server must still receive; it has no health data. */
const WORK = 'work-';

// The fallback where storage fails (private windows, full disk): values then last as long as the page.
const memory = new Map<string, string>();

const keyOf = (personId: string, name: string) => `${PREFIX}${personId}:${name}`;

export function readStored(personId: string, name: string): unknown {
  const key = keyOf(personId, name);
  try {
    return JSON.parse(memory.get(key) ?? window.localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** How many entries a list has. Read from storage itself: another tab may have added some. */
export function countStored(personId: string, name: string): number {
  const stored = readStored(personId, name);
  return Array.isArray(stored) ? stored.length : 0;
}

/** Null removes the value. @returns whether it will be there after a reload */
export function store(personId: string, name: string, value: object | null): boolean {
  const key = keyOf(personId, name);
  memory.delete(key);
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    if (value !== null) memory.set(key, JSON.stringify(value));
    return false;
  }
}

/**
 * One thing that is kept on the device for each person, by its name.
 * @param schema of what is read back: a value of another shape is none
 */
export function storedOf<T extends object>(name: string, schema: Schema<T>) {
  return {
    read(personId: string): T | null {
      try {
        return schema(readStored(personId, name));
      } catch {
        return null;
      }
    },
    /** Null removes it. @returns whether it will be there after a reload */
    write: (personId: string, value: T | null): boolean => store(personId, name, value),
    remove: (personId: string): void => void store(personId, name, null),
    /** Calls back when another tab of this browser changes it. @returns a function that unsubscribes */
    watch(personId: string, changed: () => void): () => void {
      const listen = ({ key }: StorageEvent) => {
        if (key === keyOf(personId, name)) changed();
      };
      window.addEventListener('storage', listen);
      return () => window.removeEventListener('storage', listen);
    },
  };
}

export type Stored<T extends object> = ReturnType<typeof storedOf<T>>;

/**
 * State that survives a reload.
 * @returns the value, and a function that makes the next one of the latest here and stores it at once, because the component
 * may be unmounted before its next render; null removes it
 */
export function useStored<T extends object>(stored: Stored<T>, personId: string) {
  const [value, setValue] = useState(() => stored.read(personId));
  // Not read from storage again: another tab may have stored another one, or the disk may be full.
  const latest = useRef(value);
  const change = (next: (before: T | null) => T | null) => {
    latest.current = next(latest.current);
    stored.write(personId, latest.current);
    setValue(latest.current);
  };
  return [value, change] as const;
}

/** A random name, even where crypto.randomUUID is missing: it exists only on https and localhost. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Starts of the only names that stay when a session ends in another way than by signing out: the person finds the basket, the open
 * payment and the choices again, and sends the work. Another person with the device finds no photograph, prescription, message or
 * name of a patient (rule 41).
 */
const STAYS = [WORK, ORDER_DRAFT, GUEST_DRAFT, 'payment:', 'means', 'push', 'pharmacies'];
/** What a desk keeps too when it was left alone for half an hour: lines that are being written, without a name, and ticks. */
const STAYS_AT_DESK = [...STAYS, 'written:', 'ticks-'];
/** The parts of a basket and of its payment that open a prescription or its photograph. */
const OF_PRESCRIPTION = ['code', 'leftOut', 'quantities', 'fileKey', 'prescriptionNumber', 'url'];

/** When a session has ended or expired: removes copies of the server's data and what was written about people's health. */
export function clearEnded(isIdle = false): void {
  const stays = isIdle ? STAYS_AT_DESK : STAYS;
  removeWhere((name) => !stays.some((start) => name.startsWith(start)));
  if (isIdle) return;
  const isCut = (key: string) => /^kept:[^:]*:(?:order-draft|guest-draft|payment:)/.test(key);
  const cut = (text: string) =>
    JSON.stringify(JSON.parse(text), (name, value) => (OF_PRESCRIPTION.includes(name) ? undefined : value));
  for (const [key, text] of [...memory].filter(([one]) => isCut(one))) memory.set(key, cut(text));
  try {
    for (const key of Object.keys(window.localStorage).filter(isCut))
      window.localStorage.setItem(key, cut(window.localStorage.getItem(key) ?? 'null'));
  } catch {
    // Where reading fails, nothing was stored.
  }
}

/** At sign-out: removes everything but unsent work, which the same person sends when they sign in again. */
export function clearStored(): void {
  removeWhere((name) => !name.startsWith(WORK));
}

function removeWhere(matches: (name: string) => boolean): void {
  const isRemoved = (key: string) => key.startsWith(PREFIX) && matches(key.split(':').slice(2).join(':'));
  for (const key of [...memory.keys()].filter(isRemoved)) memory.delete(key);
  try {
    for (const key of Object.keys(window.localStorage).filter(isRemoved)) window.localStorage.removeItem(key);
  } catch {
    // Where reading fails, nothing was stored.
  }
}

/** Moves the visitor's order draft to the person who has just signed in. */
export function handOver(personId: string): void {
  const draft = readStored(GUEST, ORDER_DRAFT);
  if (typeof draft === 'object' && draft !== null) store(personId, GUEST_DRAFT, draft);
  store(GUEST, ORDER_DRAFT, null);
}
