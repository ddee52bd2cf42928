import { Button, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Ordering } from '../draft/use-ordering.ts';
import { MedicineLines } from '../medicines/MedicineLines.tsx';
import { BoxPhoto } from './BoxPhoto.tsx';
import type { OrderWay } from './order-way.ts';
import { WayField } from './WayField.tsx';
import styles from './ways.module.css';

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
