import { Button, Text, Title } from '@mantine/core';
import { type Icon, IconCamera, IconPill, IconQrcode, IconStethoscope } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { FilePicker } from '../../files/FilePicker.tsx';
import { MedicationField } from '../../medications/MedicationField.tsx';
import { CodeField } from '../../prescriptions/CodeField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { type OrderWay, orderWays } from './draft.ts';
import { MedicineLines } from './MedicineLines.tsx';
import type { Ordering } from './use-ordering.ts';
import styles from './What.module.css';

const looks: Readonly<Record<OrderWay, { icon: Icon; label: string; hint: string }>> = {
  without: { icon: IconPill, label: 'Sans ordonnance', hint: 'Vous choisissez vos médicaments' },
  photo: { icon: IconCamera, label: 'Ordonnance photographiée', hint: 'Un pharmacien la lit pour vous' },
  code: { icon: IconQrcode, label: 'Code d’ordonnance', hint: 'Reçu de votre prescripteur' },
};

type WayFieldProps = { way: OrderWay; onSelect: (way: OrderWay) => void };

/** Selects the way to order. */
function WayField({ way, onSelect }: WayFieldProps) {
  return (
    <fieldset className={styles.ways}>
      <legend className={styles.legend}>Comment commandez-vous ?</legend>
      {orderWays.map((key) => {
        const { icon: Glyph, label, hint } = looks[key];
        return (
          <label key={key} className={styles.way}>
            <input
              className={styles.input}
              type="radio"
              name="way"
              value={key}
              checked={key === way}
              onChange={() => onSelect(key)}
            />
            <Glyph className={styles.icon} size={24} stroke={1.75} aria-hidden="true" />
            <span className={styles.text}>
              <span className={styles.label}>{label}</span>
              <span className={styles.hint}>{hint}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

type BoxPhotoProps = {
  /** Medicines are already selected: an order with a photograph does not contain them. */
  hasMedicines: boolean;
  onSelect: () => void;
};

/** Offers to send a photograph of the box of a medicine that the search does not find. */
function BoxPhoto({ hasMedicines, onSelect }: BoxPhotoProps) {
  return (
    <div className={styles.box}>
      <Text>
        {`Photographiez la boîte : un pharmacien la lit et vous donne le prix.${hasMedicines ? ' Les médicaments déjà choisis ne seront pas dans cette commande.' : ''}`}
      </Text>
      <Button
        className={styles.other}
        classNames={{ label: styles.otherLabel }}
        variant="light"
        leftSection={<IconCamera size={20} aria-hidden="true" />}
        onClick={onSelect}
      >
        Envoyer la photo de la boîte
      </Button>
    </div>
  );
}

type WhatPartProps = {
  personId: string;
  ordering: Ordering;
  /** Called when the upload of the photograph begins and ends. */
  onBusyChange: (busy: boolean) => void;
};

/** The photograph of a prescription or of a box, and what happens next. */
function PhotoField({ personId, ordering, onBusyChange }: WhatPartProps) {
  const { draft, errors } = ordering;
  const error = draft.way === 'photo' ? errors.what : undefined;
  return (
    <>
      <div data-missing={error ? true : undefined}>
        <FilePicker
          label="Photo de votre ordonnance ou de la boîte"
          category="prescription"
          value={draft.fileKey}
          onChange={ordering.attachFile}
          error={error}
          onBusyChange={onBusyChange}
          keepFor={personId}
          path="what"
        />
      </div>
      <Notice
        tone="violet"
        icon={IconStethoscope}
        title="Un pharmacien lit votre ordonnance, puis vous payez"
      >
        Rien n’est débité maintenant. Le prix s’affiche dans Suivi dès que vos médicaments sont saisis. La
        photo de la boîte suffit pour un médicament en vente libre.
      </Notice>
    </>
  );
}

/** Labels wrap on the narrowest screens. */
const wrapping = { className: styles.other, classNames: { label: styles.otherLabel } };

/** The two ways to order a medicine that requires a prescription. */
function OtherWays({ onSelect }: { onSelect: (way: OrderWay) => void }) {
  return (
    <div className={styles.others}>
      <Button {...wrapping} variant="default" onClick={() => onSelect('photo')}>
        Photographier mon ordonnance
      </Button>
      <Button {...wrapping} variant="default" onClick={() => onSelect('code')}>
        J’ai un code d’ordonnance
      </Button>
    </div>
  );
}

/** The way to order, and its field: the search for medicines, the photograph or the code. */
export function WhatPart({ personId, ordering, onBusyChange }: WhatPartProps) {
  const { draft, chooseWay, errors } = ordering;
  const { way } = draft;
  const part = useRef<HTMLDivElement>(null);
  const switched = useRef(false);
  const shown = useRef(way);
  // Once shown, the field for the photograph stays mounted: its upload continues while another way is selected.
  const hasPhotoField = useRef(false);
  hasPhotoField.current ||= way === 'photo';
  useEffect(() => {
    // The button that switched is unmounted with the medicines: the selected way takes the focus.
    if (switched.current) part.current?.querySelector<HTMLElement>(`input[value="${way}"]`)?.focus();
    switched.current = false;
    // On a phone the buttons for the photograph would lie under the bar of the next step.
    const isChosen = shown.current !== way;
    shown.current = way;
    if (isChosen && way === 'photo' && window.matchMedia('(max-width: 47.99em)').matches)
      part.current?.querySelector('[data-path="what"]')?.scrollIntoView({ block: 'center' });
  }, [way]);
  const switchTo = (to: OrderWay) => {
    switched.current = true;
    chooseWay(to);
  };
  const otherWays = <OtherWays onSelect={switchTo} />;

  return (
    <div ref={part} style={{ display: 'contents' }}>
      <WayField way={way} onSelect={chooseWay} />
      <Title order={2}>{way === 'without' ? 'Vos médicaments' : 'Votre ordonnance'}</Title>
      {way === 'without' ? (
        <>
          <MedicationField
            personId={personId}
            error={errors.what}
            otherWays={otherWays}
            notFound={<BoxPhoto hasMedicines={draft.lines.length > 0} onSelect={() => switchTo('photo')} />}
            onPick={ordering.addMedicine}
          />
          <MedicineLines basket={ordering} problems={ordering.lineProblems} />
          {ordering.needsPrescription ? otherWays : null}
        </>
      ) : null}
      {hasPhotoField.current ? (
        // Another order has another photograph: an upload must not end in it.
        <div key={draft.basketId} style={{ display: way === 'photo' ? 'contents' : 'none' }}>
          <PhotoField personId={personId} ordering={ordering} onBusyChange={onBusyChange} />
        </div>
      ) : null}
      {way === 'code' ? (
        <CodeField
          code={draft.code}
          onCode={ordering.writeCode}
          lookup={ordering.lookup}
          error={errors.what}
        />
      ) : null}
    </div>
  );
}
