import { Button, Text, Title } from '@mantine/core';
import { type Icon, IconCamera, IconPill, IconQrcode, IconStethoscope } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '../../ui/Notice.tsx';
import { type OrderWay, orderWays } from './draft.ts';
import { MedicineLines } from './MedicineLines.tsx';
import type { Ordering } from './use-order-form.ts';
import styles from './What.module.css';

const looks: Readonly<Record<OrderWay, { icon: Icon; label: string; hint: string }>> = {
  without: { icon: IconPill, label: 'Sans ordonnance', hint: 'Vous choisissez vos médicaments' },
  photo: { icon: IconCamera, label: 'Ordonnance photographiée', hint: 'Un pharmacien la lit pour vous' },
  code: { icon: IconQrcode, label: 'Code d’ordonnance', hint: 'Reçu de votre prescripteur' },
};

type Props = { way: OrderWay; onSelect: (way: OrderWay) => void };

/** Selects the way to order. */
function WayField({ way, onSelect }: Props) {
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

/** What a customer can do about a medicine that the search does not find. */
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

type PhotoPartProps = {
  /** The file picker, which shows its own errors. */
  picker: ReactNode;
  error: string | undefined;
};

/** The photograph of a prescription or of a box, and what happens next. */
export function PhotoPart({ picker, error }: PhotoPartProps) {
  return (
    <>
      <div data-missing={error ? true : undefined}>{picker}</div>
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

export type WhatFields = Readonly<{
  /** The search for medicines, with what is shown for one that requires a prescription and when none is found. */
  medicines: (parts: { otherWays: ReactNode; notFound: ReactNode }) => ReactNode;
  photo: ReactNode;
  code: ReactNode;
}>;

/** The fields of the selected way. */
export function WhatPart({ ordering, fields }: { ordering: Ordering; fields: WhatFields }) {
  const { draft, chooseWay, lineProblems } = ordering;
  const { way } = draft;
  const part = useRef<HTMLDivElement>(null);
  const jumped = useRef(false);
  // An upload continues while another way is selected.
  const photographed = useRef(false);
  photographed.current ||= way === 'photo';
  useEffect(() => {
    // The focused button is unmounted with the medicines: the selected way takes the focus.
    if (jumped.current) part.current?.querySelector<HTMLElement>(`input[value="${way}"]`)?.focus();
    jumped.current = false;
  }, [way]);
  const jump = (to: OrderWay) => {
    jumped.current = true;
    chooseWay(to);
  };
  const otherWays = <OtherWays onSelect={jump} />;

  return (
    <div ref={part} style={{ display: 'contents' }}>
      <WayField way={way} onSelect={chooseWay} />
      <Title order={2}>{way === 'without' ? 'Vos médicaments' : 'Votre ordonnance'}</Title>
      {way === 'without' ? (
        <>
          {fields.medicines({
            otherWays,
            notFound: <BoxPhoto hasMedicines={draft.lines.length > 0} onSelect={() => jump('photo')} />,
          })}
          <MedicineLines
            lines={draft.lines}
            problems={lineProblems}
            removed={ordering.removed}
            onQuantity={ordering.changeQuantity}
            onMistype={ordering.mistypeQuantity}
            onConfirm={ordering.confirmQuantity}
            onUndo={ordering.undoRemoval}
          />
          {ordering.needsPrescription ? otherWays : null}
        </>
      ) : null}
      {photographed.current ? (
        // Another order has another photograph: an upload must not end in it.
        <div key={draft.basketId} style={{ display: way === 'photo' ? 'contents' : 'none' }}>
          {fields.photo}
        </div>
      ) : null}
      {way === 'code' ? fields.code : null}
    </div>
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
