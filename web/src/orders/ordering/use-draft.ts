import { useEffect, useState } from 'react';
import type { StoredFile } from '../../files/kept-file.ts';
import { list, nullable, object, sent } from '../../lib/schema.ts';
import { CHOSEN_FILE, GUEST_DRAFT, ORDER_DRAFT, randomName, storedOf } from '../../lib/stored.ts';
import {
  addBasket,
  confirmQuantity,
  type Draft,
  type DraftLine,
  hasChosen,
  isBegun,
  mistypeQuantity,
  newDraft,
  restoreLine,
  resumeDraft,
  type StoredDraft,
  setQuantity,
  storedDraft,
} from './draft.ts';

const begunDraft = storedOf(ORDER_DRAFT, storedDraft);
const guestDraft = storedOf(GUEST_DRAFT, storedDraft);
/** The photograph of the order that is not uploaded yet. */
const chosenFile = storedOf(CHOSEN_FILE, sent<StoredFile>({}));

type Replaced = { readonly draft: StoredDraft; readonly file: StoredFile | null };

/** The orders that others have replaced in the form, the latest last. */
const replacedDrafts = storedOf(
  'replaced-drafts',
  list(object<Replaced>({ draft: storedDraft, file: nullable(sent<StoredFile>({})) })),
);
/** The most that are kept: local storage is small. */
const MAX_KEPT = 3;

const readAll = (personId: string): Replaced[] => replacedDrafts.read(personId) ?? [];

const writeAll = (personId: string, all: Replaced[]) =>
  replacedDrafts.write(personId, all.length === 0 ? null : all);

const isWorthKeeping = ({ draft, file }: Replaced): boolean => {
  const resumed = resumeDraft(draft, '');
  return resumed !== null && (hasChosen(resumed) || file !== null);
};

/** Sets the begun draft aside before another replaces it, so that it can be taken up again. One without contents is not kept. */
export function setAside(personId: string): void {
  const draft = begunDraft.read(personId);
  const one = draft && { draft, file: chosenFile.read(personId) };
  if (one === null || !isWorthKeeping(one)) return;
  // First: local storage is small.
  chosenFile.remove(personId);
  writeAll(personId, [...readAll(personId), one].slice(-MAX_KEPT));
}

/** @param usual the address of the profile */
export function readReplaced(personId: string, usual: string): Draft | null {
  return resumeDraft(readAll(personId).at(-1)?.draft, usual);
}

/**
 * Takes the order that was replaced last out, with its photograph.
 * @param current set aside instead, before the others, so that each is offered in turn
 */
export function takeReplaced(personId: string, usual: string, current?: Draft): Draft | null {
  const all = readAll(personId);
  const last = all.pop();
  const one = current && { draft: current, file: chosenFile.read(personId) };
  // First: local storage is small.
  chosenFile.remove(personId);
  writeAll(personId, one !== undefined && isWorthKeeping(one) ? [one, ...all] : all);
  chosenFile.write(personId, last?.file ?? null);
  return resumeDraft(last?.draft, usual);
}

/** Removes the orders that were paid while another one was in the form. */
export function removeReplaced(personId: string, usual: string, isPaid: (draft: Draft) => boolean): void {
  const isOther = ({ draft }: Replaced) => {
    const resumed = resumeDraft(draft, usual);
    return resumed !== null && !isPaid(resumed);
  };
  writeAll(personId, readAll(personId).filter(isOther));
}

type RemovedLine = { line: DraftLine; index: number };

export type OrderDraft = ReturnType<typeof useDraft>;

/**
 * The draft of an order, stored on the device for this user until it is placed or they sign out. Its address is the
 * profile's, if any, and follows it until another one is typed. What they put in the basket before they signed in is
 * added to it.
 */
export function useDraft(personId: string, usualAddress: string | null) {
  // Initial value: it must not change with the profile while the form is open.
  const [usual] = useState(usualAddress ?? '');
  const [draft, setDraft] = useState<Draft>(() =>
    addBasket(
      resumeDraft(begunDraft.read(personId), usual) ?? newDraft(usual),
      resumeDraft(guestDraft.read(personId), ''),
    ),
  );
  const [removed, setRemoved] = useState<RemovedLine | null>(null);

  useEffect(() => {
    begunDraft.write(personId, isBegun(draft, usual) ? { ...draft, usual } : null);
    // The draft contains the medicines that they chose as a visitor.
    guestDraft.remove(personId);
  }, [draft, personId, usual]);

  // Syncs the draft with other tabs.
  useEffect(
    () =>
      begunDraft.watch(personId, () => {
        setRemoved(null);
        setDraft(resumeDraft(begunDraft.read(personId), usual) ?? newDraft(usual));
      }),
    [personId, usual],
  );

  const renameBasket = (basketId = randomName()) => setDraft((before) => ({ ...before, basketId }));

  const change = (next: (draft: Draft) => Draft) => {
    setRemoved(null);
    setDraft(next);
  };

  return {
    draft,
    removed,
    /** Without an id, turns the draft into a new basket. */
    renameBasket,
    change,
    changeQuantity: (medicationId: string, quantity: number) => {
      const index = draft.lines.findIndex((line) => line.medicationId === medicationId);
      const line = draft.lines[index];
      setRemoved(quantity <= 0 && line !== undefined ? { line, index } : null);
      setDraft(setQuantity(draft, medicationId, quantity));
    },
    mistypeQuantity: (medicationId: string, typed: string) =>
      change((before) => mistypeQuantity(before, medicationId, typed)),
    confirmQuantity: (medicationId: string) => change((before) => confirmQuantity(before, medicationId)),
    undoRemoval: () => {
      if (removed !== null) setDraft(restoreLine(draft, removed.line, removed.index));
      setRemoved(null);
    },
    /** Another order was paid: it is offered no more, and this one is a new basket. */
    forgetPaid: (isPaid: (replaced: Draft) => boolean) => {
      removeReplaced(personId, usual, isPaid);
      renameBasket();
    },
    /** After it is placed. An order that it replaced is the begun one again. */
    clear: () => {
      const replaced = takeReplaced(personId, usual);
      // Not in an effect: the page may be unmounted before the next render.
      begunDraft.write(personId, replaced);
      setRemoved(null);
      setDraft(replaced ?? newDraft(usual));
    },
  };
}

/** Writes an order with a photograph into the form again. The one that was begun there is set aside. */
export function putBack(personId: string, draft: Draft): void {
  setAside(personId);
  begunDraft.write(personId, draft);
}
