import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { OrderItem } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { wrongQuantity } from '../lib/quantity.ts';
import { nullable, object, or, text } from '../lib/schema.ts';
import { storedOf, useStored } from '../lib/stored.ts';
import { fetchCurrent } from '../medications/api.ts';
import { MedicineSearch } from '../medications/MedicineSearch.tsx';
import { lazyWithRetry } from '../ui/lazy.tsx';
import { Notice } from '../ui/Notice.tsx';
import { CodeEntry } from './CodeEntry.tsx';
import { ItemsEditor } from './ItemsEditor.tsx';
import styles from './WritingForm.module.css';
import {
  addLine,
  catalogueCodes,
  errorsByMedicine,
  isSameLines,
  isValid,
  refreshLines,
  savedLines,
  toItems,
  totalOf,
  type WrittenLine,
  writtenLines,
} from './written-line.ts';

const LineWarnings = lazyWithRetry(() => import('./LineWarnings.tsx').then((module) => module.LineWarnings));

type ModeFieldProps = {
  byCode: boolean;
  /** The code typed so far, or null to write lines. */
  onChange: (code: string | null) => void;
};

/** Selects whether to write the medicines, or to attach an existing prescription. */
function ModeField({ byCode, onChange }: ModeFieldProps) {
  return (
    <fieldset className={styles.ways}>
      <legend className={styles.legend}>Comment traiter cette ordonnance ?</legend>
      <Mode label="Saisir les médicaments" checked={!byCode} onSelect={() => onChange(null)} />
      <Mode label="J’ai un code" checked={byCode} onSelect={() => onChange('')} />
    </fieldset>
  );
}

function Mode({ label, checked, onSelect }: { label: string; checked: boolean; onSelect: () => void }) {
  return (
    <label className={styles.way}>
      <input type="radio" name="way" className={styles.radio} checked={checked} onChange={onSelect} />
      <span>{label}</span>
    </label>
  );
}

/** Totals of the medicines, FCFA. */
type NewPrice = { before: number; now: number };

type WritingNoticeProps = {
  /** Other items were saved since the draft was started. */
  isOutdated: boolean;
  newPrice: NewPrice | null;
  onKeep: () => void;
  onDiscard: () => void;
};

/** Warns of changes by others since the draft was started. */
function WritingNotice({ isOutdated, newPrice, onKeep, onDiscard }: WritingNoticeProps) {
  if (isOutdated)
    return (
      <Notice
        role="alert"
        tone="amber"
        icon={IconAlertTriangle}
        title="Cette ordonnance a été saisie entre-temps"
      >
        Voici votre saisie, qui est gardée. Elle peut remplacer ce qui est enregistré.
        <div className={styles.choices}>
          <Button variant="default" onClick={onDiscard}>
            Voir ce qui est enregistré
          </Button>
          <Button variant="default" onClick={onKeep}>
            Garder ma saisie
          </Button>
        </div>
      </Notice>
    );
  if (newPrice === null) return null;
  return (
    <Notice
      role="alert"
      tone="amber"
      icon={IconAlertTriangle}
      title="Les prix ont changé"
    >{`Médicaments : ${formatMoney(newPrice.now)} au lieu de ${formatMoney(newPrice.before)}. Vérifiez, puis enregistrez de nouveau.`}</Notice>
  );
}

type Draft = {
  lines: readonly WrittenLine[];
  /** The saved lines when the draft was started. */
  base: readonly WrittenLine[];
  /** The number of an existing prescription, instead of lines; null while lines are written. */
  code: string | null;
};

/** The items written for this order, kept on the device. */
const keptWriting = (subject: string) =>
  storedOf(
    `written:${subject}`,
    object<Draft>({ lines: writtenLines, base: writtenLines, code: or(nullable(text), null) }),
  );

/**
 * A draft of the items, stored on the device for this user and order until it is saved: it survives a closed dialog, a
 * reload, and a colleague's save.
 */
function useWriting(personId: string, subject: string, saved: readonly WrittenLine[]) {
  const [draft, change] = useStored(keptWriting(subject), personId);

  const changed = changedDraft(draft);
  const lines = changed?.lines ?? saved;
  const code = draft?.code ?? null;
  const isChanged = !isSameLines(lines, saved);
  const update = (part: Partial<Draft>) =>
    change((before) => {
      const { lines, base } = changedDraft(before) ?? { lines: saved, base: saved };
      const next = { lines, base, code: before?.code ?? null, ...part };
      return next.code === null && isSameLines(next.lines, saved) ? null : next;
    });

  return {
    lines,
    code,
    isChanged,
    /** Other items were saved since the draft was started. */
    isOutdated: isChanged && changed !== null && !isSameLines(changed.base, saved),
    write: (next: readonly WrittenLine[]) => update({ lines: next }),
    writeCode: (next: string | null) => update({ code: next }),
    /** Keeps the draft, based on the items saved meanwhile. */
    rebase: () => update({ base: saved }),
    clear: () => change(() => null),
  };
}

/** Null for an unchanged draft: the saved lines are shown, even when they change. */
function changedDraft(draft: Draft | null): Draft | null {
  return draft === null || isSameLines(draft.lines, draft.base) ? null : draft;
}

type Input = {
  lines: readonly WrittenLine[];
  write: (lines: readonly WrittenLine[]) => void;
  /** Shows its own toasts; throws the server's refusal. */
  save: (items: ReturnType<typeof toItems>) => Promise<unknown>;
  onSaved: () => void;
};

/** Sends the lines, and shows the server's errors at their lines. Typed values remain after any error. */
function useSaving({ lines, write, save, onSaved }: Input) {
  const [sending, setSending] = useState(false);
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [error, setError] = useState<string>();
  /** Counts submissions that a wrong quantity has stopped. */
  const [refusals, setRefusals] = useState(0);
  const [newPrice, setNewPrice] = useState<NewPrice | null>(null);

  const change = (next: readonly WrittenLine[]) => {
    // The error of a line remains until that line changes.
    setErrors(new Map([...errors].filter(([id]) => lineOf(next, id) === lineOf(lines, id))));
    setError(undefined);
    setNewPrice(null);
    write(next);
  };

  const refreshPrices = async (refused: ApiError) => {
    const found = await fetchCurrent(lines).catch(() => null);
    if (found === null) return;
    const now = refreshLines(lines, found);
    const present = new Set(found.map(({ _id }) => _id));
    write(now);
    setNewPrice(refused.code === 'AMOUNT_CHANGED' ? { before: totalOf(lines), now: totalOf(now) } : null);
    setErrors(
      new Map(
        now.flatMap(({ medicationId, price }, index) => {
          const before = lines[index]?.price ?? price;
          if (!present.has(medicationId)) return [[medicationId, "Ce médicament n'est plus disponible"]];
          if (price === before || price === 0) return [];
          return [[medicationId, `Prix modifié : ${formatMoney(price)} au lieu de ${formatMoney(before)}`]];
        }),
      ),
    );
  };

  const submit = async () => {
    if (sending) return;
    // Wrong quantities are marked at their line.
    if (lines.some(wrongQuantity)) return setRefusals((count) => count + 1);
    if (!lines.some(isValid)) {
      setError('Ajoutez au moins un médicament valide');
      return;
    }
    setSending(true);
    setErrors(new Map());
    setError(undefined);
    setNewPrice(null);
    try {
      await save(toItems(lines));
      onSaved();
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      const atLines = errorsByMedicine(refused.fields, lines);
      setErrors(atLines);
      setError(atLines.size > 0 ? undefined : Object.values(refused.fields)[0]);
      if (catalogueCodes.includes(refused.code)) await refreshPrices(refused);
    } finally {
      setSending(false);
    }
  };

  return { sending, errors, error, refusals, newPrice, change, submit };
}

const lineOf = (lines: readonly WrittenLine[], id: string) =>
  lines.find(({ medicationId }) => medicationId === id);

/** The field in which a medicine is searched for. */
const SEARCH = '[data-path="medicine"]';

type Props = {
  personId: string;
  /** Id of the order, under which the draft is stored. */
  subject: string;
  /** The saved items. */
  saved: readonly OrderItem[];
  save: (items: ReturnType<typeof toItems>) => Promise<unknown>;
  /** Attaches an existing prescription; undefined once items are written. */
  attach?: ((number: string) => Promise<unknown>) | undefined;
};

/** The form for the items of a prescription, new or corrected. */
export function WritingForm({ personId, subject, saved, save, attach }: Props) {
  const isCorrection = saved.length > 0;
  const lines = savedLines(saved);
  const writing = useWriting(personId, subject, lines);
  const saving = useSaving({ ...writing, save, onSaved: writing.clear });
  const { change } = saving;
  const byCode = attach !== undefined && writing.code !== null;

  const form = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (saving.errors.size > 0)
      list.current?.querySelector('[data-wrong]')?.scrollIntoView({ block: 'nearest' });
  }, [saving.errors]);
  useEffect(() => {
    if (saving.refusals > 0) list.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [saving.refusals]);

  return (
    <div ref={form} className={styles.form}>
      {attach === undefined ? null : <ModeField byCode={byCode} onChange={writing.writeCode} />}
      {byCode ? (
        <CodeEntry
          code={writing.code ?? ''}
          onCodeChange={writing.writeCode}
          attach={attach}
          onAttached={writing.clear}
        />
      ) : (
        <>
          <WritingNotice
            isOutdated={writing.isOutdated}
            newPrice={saving.newPrice}
            onKeep={writing.rebase}
            onDiscard={writing.clear}
          />
          <MedicineSearch onPick={(medication) => change(addLine(writing.lines, medication))} />
          <div ref={list}>
            <ItemsEditor
              items={writing.lines}
              onChange={change}
              onLineDone={() => form.current?.querySelector<HTMLElement>(SEARCH)?.focus()}
              errors={saving.errors}
              error={saving.error}
            />
          </div>
          <LineWarnings lines={writing.lines} />
          {isCorrection && !writing.isChanged ? null : (
            <div className={styles.buttons}>
              {isCorrection ? (
                <Button variant="default" onClick={writing.clear} disabled={saving.sending}>
                  Annuler la correction
                </Button>
              ) : null}
              <Button size="md" onClick={() => void saving.submit()} loading={saving.sending}>
                {isCorrection ? 'Enregistrer la correction' : 'Enregistrer l’ordonnance'}
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}
