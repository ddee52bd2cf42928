import type { Medication } from '@amasin/domain/medications/medication.ts';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { CodeEntry } from './code/CodeEntry.tsx';
import { ItemsEditor } from './ItemsEditor.tsx';
import type { toItems } from './to-items.ts';
import { type FindAgain, useSaving } from './use-saving.ts';
import { useWriting } from './use-writing.ts';
import { WayChoice } from './WayChoice.tsx';
import styles from './WritingForm.module.css';
import { WritingNotice } from './WritingNotice.tsx';
import { addLine } from './written-line.ts';

type Item = { medicationId: string; label: string; quantity: number; price: number };

type Props = {
  personId: string;
  /** What it is written for, an order's id: what is typed is kept under it. */
  subject: string;
  /** What stands written now. */
  saved: readonly Item[];
  save: (items: ReturnType<typeof toItems>) => Promise<unknown>;
  /** Attaches a prescription that exists, where none is written yet. */
  attach?: ((number: string) => Promise<unknown>) | undefined;
  findAgain: FindAgain;
  search: (props: { onPick: (medication: Medication) => void }) => ReactNode;
};

/** The items of a prescription, written for the first time or corrected. */
export function WritingForm({ personId, subject, saved, save, attach, findAgain, search }: Props) {
  const isCorrection = saved.length > 0;
  const lines = saved.map((item) => ({ ...item, form: null }));
  const writing = useWriting(personId, subject, lines);
  const saving = useSaving({ ...writing, save, findAgain, onSaved: writing.clear });
  const { change } = saving;
  const byCode = attach !== undefined && writing.code !== null;

  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (saving.errors.size > 0)
      list.current?.querySelector('[data-wrong]')?.scrollIntoView({ block: 'nearest' });
  }, [saving.errors]);

  return (
    <div className={styles.form}>
      {attach === undefined ? null : <WayChoice byCode={byCode} onChange={writing.writeCode} />}
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
            isBehind={writing.isBehind}
            newPrice={saving.newPrice}
            onKeep={writing.keepOwn}
            onGiveUp={writing.clear}
          />
          {search({ onPick: (medication) => change(addLine(writing.lines, medication)) })}
          <div ref={list}>
            <ItemsEditor
              items={writing.lines}
              onChange={change}
              errors={saving.errors}
              error={saving.error}
            />
          </div>
          {isCorrection && !writing.isChanged ? null : (
            <div className={styles.answers}>
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
