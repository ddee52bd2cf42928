import type { DutyShift } from '@amasin/domain/pharmacies/duty-shift.ts';
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { countOf } from '../../lib/format/money.ts';
import { ResponsiveDialog } from '../../ui/dialog/ResponsiveDialog.tsx';
import { QueryState } from '../../ui/feedback/QueryState.tsx';
import { SearchField } from '../../ui/listing/filters/SearchField.tsx';
import { useAddShifts, useDirectory } from './api.ts';
import styles from './duty.module.css';
import { isWholeNight, nightName } from './week.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

type Props = {
  date: string;
  /** The shifts of that night. */
  present: readonly DutyShift[];
  onClose: () => void;
};

/** Selects pharmacies for one whole night; the selection remains while searching again. */
export function AddToNight({ date, present, onClose }: Props) {
  const [q, setQ] = useState('');
  const [selected, setSelected] = useState<readonly string[]>([]);
  const directory = useDirectory(q);
  const adding = useAddShifts(onClose);
  const found = directory.data?.pharmacies;
  const already = new Set(
    present.filter((one) => isWholeNight(date, one)).map(({ pharmacy }) => pharmacy._id),
  );
  const toggle = (id: string) =>
    setSelected((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]));

  return (
    <ResponsiveDialog opened onClose={onClose} title={`De garde, ${nightName(date)}`} hasForm>
      <div className={styles.adding}>
        <SearchField label="Chercher une pharmacie" placeholder="Nom ou quartier" value={q} onSearch={setQ} />
        {found === undefined ? (
          <QueryState
            query={directory}
            message="Erreur lors de la recherche des pharmacies"
            rows={5}
            height={52}
          />
        ) : (
          <>
            <p className={styles.hint} role="status">
              {found.length === 0
                ? 'Aucune pharmacie de ce nom. Essayez avec moins de lettres.'
                : countOf(directory.data?.total ?? 0, 'pharmacie')}
            </p>
            <ul className={styles.choices} aria-label="Pharmacies de l’annuaire">
              {found.map(({ _id, name, address }) => (
                <li key={_id}>
                  <Checkbox
                    classNames={{ body: styles.choice ?? '', labelWrapper: styles.choiceLabel ?? '' }}
                    label={name}
                    description={already.has(_id) ? 'Déjà de garde cette nuit' : address}
                    checked={already.has(_id) || selected.includes(_id)}
                    disabled={already.has(_id)}
                    onChange={() => toggle(_id)}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
        <div className={styles.addingEnd}>
          <Button
            fullWidth
            onClick={() => adding.mutate({ night: date, pharmacies: [...selected] })}
            loading={adding.isPending}
            disabled={selected.length === 0}
          >
            {selected.length === 0
              ? 'Choisissez des pharmacies'
              : `Ajouter ${countOf(selected.length, 'pharmacie')}`}
          </Button>
        </div>
      </div>
    </ResponsiveDialog>
  );
}
