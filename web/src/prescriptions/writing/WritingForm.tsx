import type { Medication } from '@amasin/domain/medications/medication.ts';
import type { OrderItem } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { CodeEntry } from './code/CodeEntry.tsx';
import { ItemsEditor } from './ItemsEditor.tsx';
import { ModeField } from './ModeField.tsx';
import { type FetchCurrent, useSaving } from './use-saving.ts';
import { useWriting } from './use-writing.ts';
import styles from './WritingForm.module.css';
import { WritingNotice } from './WritingNotice.tsx';
import { addLine, savedLines, type toItems } from './written-line.ts';

type Props = {
  personId: string;
  /** Id of the order; the draft is stored under it. */
  subject: string;
  /** The saved items. */
  saved: readonly OrderItem[];
  save: (items: ReturnType<typeof toItems>) => Promise<unknown>;
  /** Attaches an existing prescription; undefined once items are written. */
  attach?: ((number: string) => Promise<unknown>) | undefined;
  fetchCurrent: FetchCurrent;
  search: (props: { onPick: (medication: Medication) => void }) => ReactNode;
};

/** The field of `search`. */
const SEARCH = '[data-path="medicine"]';

/** The form for the items of a prescription, new or corrected. */
export function WritingForm({ personId, subject, saved, save, attach, fetchCurrent, search }: Props) {
  const isCorrection = saved.length > 0;
  const lines = savedLines(saved);
  const writing = useWriting(personId, subject, lines);
  const saving = useSaving({ ...writing, save, fetchCurrent, onSaved: writing.clear });
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
          {search({ onPick: (medication) => change(addLine(writing.lines, medication)) })}
          <div ref={list}>
            <ItemsEditor
              items={writing.lines}
              onChange={change}
              onLineDone={() => form.current?.querySelector<HTMLElement>(SEARCH)?.focus()}
              errors={saving.errors}
              error={saving.error}
            />
          </div>
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
