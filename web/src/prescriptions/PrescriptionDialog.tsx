import { formatMoney } from '@amasin/domain/contract/format.ts';
import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { describeGiving } from '@amasin/domain/prescriptions/giving-words.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { Button, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCopy,
  IconPencil,
  IconPrinter,
  IconRefresh,
  IconShare,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { FileLink } from '../files/FileLink.tsx';
import { call } from '../lib/call.ts';
import { toast } from '../lib/toast.tsx';
import { StateBadge } from '../ui/badges.tsx';
import { ConfirmDialog, ResponsiveDialog } from '../ui/dialog.tsx';
import { fetchFile, SaveButton } from '../ui/download.tsx';
import { EmptyState, QueryState } from '../ui/feedback.tsx';
import { ItemInstructions, LineAmount } from '../ui/items.tsx';
import { lazyWithRetry } from '../ui/lazy.tsx';
import { DateTime, Money, PhoneLink } from '../ui/text.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { type PrescriptionScope, useDelete, usePrescription } from './api.ts';
import type { Reuse } from './draft.ts';
import { describeGiven, isBegun } from './line-words.ts';
import styles from './PrescriptionDialog.module.css';
import { OPENED, UseBadge } from './PrescriptionList.tsx';

// Lazy: the list is shown first.
const QrCode = lazyWithRetry(() => import('../ui/QrCode.tsx').then((module) => module.QrCode), {
  height: 148,
});

type NumberToGiveProps = { number: string; patientName: string };

/** The number with which the patient orders: as text and QR code, with buttons to copy and share it. */
function NumberToGive({ number, patientName }: NumberToGiveProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(number);
      toast.success('Numéro copié');
    } catch {
      // Without https, or without permission.
      toast.error('La copie n’est pas possible ici. Notez le numéro.');
    }
  };
  const share = () => {
    const text = `Votre ordonnance Amasin : ${number}. Commandez avec ce numéro sur ${window.location.origin}/order`;
    // Rejects when the share sheet is dismissed.
    navigator.share({ title: `Ordonnance ${number}`, text }).catch(() => null);
  };
  return (
    <section className={styles.give} aria-label="Numéro à donner au patient">
      <QrCode className={styles.code} text={number} label={`Code QR de l’ordonnance ${number}`} />
      <div className={styles.giving}>
        <strong className={styles.number}>{number}</strong>
        <p
          className={styles.hint}
        >{`Donnez ce numéro à ${patientName} : il sert à commander, jusqu’à ce que tout soit pris.`}</p>
        <div className={styles.ways}>
          <Button
            variant="light"
            leftSection={<IconCopy size={20} aria-hidden="true" />}
            onClick={() => void copy()}
          >
            Copier
          </Button>
          {'share' in navigator ? (
            <Button variant="light" leftSection={<IconShare size={20} aria-hidden="true" />} onClick={share}>
              Partager
            </Button>
          ) : null}
        </div>
      </div>
    </section>
  );
}

/** Reads the prescription as a PDF: any phone can print or send it, while few can print a page. */
async function readPrinted({ _id }: Prescription) {
  const { url } = await call(prescriptionEndpoints.printPrescription, { params: { id: _id } });
  return fetchFile(url);
}

/** The actions that write a prescription: only a prescriber has them. */
type Writing = {
  onEdit?: ((number: string) => void) | undefined;
  /** Opens a new prescription with the lines of this one. */
  onReuse?: ((how: Reuse, number: string) => void) | undefined;
};

type PrescriptionActionsProps = Writing & { prescription: Prescription; onDelete: () => void };

/** The actions on a prescription; a used one no longer changes. */
function PrescriptionActions({ prescription, onEdit, onReuse, onDelete }: PrescriptionActionsProps) {
  const { prescriptionNumber: number, used } = prescription;
  const begun = isBegun(prescription);
  const icon = { size: 20, 'aria-hidden': true } as const;
  return (
    <div className={styles.actions}>
      <SaveButton
        variant="light"
        leftSection={<IconPrinter {...icon} />}
        read={() => readPrinted(prescription)}
        name={() => `${number}.pdf`}
        saved={`Prêt à imprimer : ${number}.pdf`}
      >
        Imprimer
      </SaveButton>
      {onReuse === undefined ? null : (
        <>
          <Button
            variant="light"
            leftSection={<IconRefresh {...icon} />}
            onClick={() => onReuse('renew', number)}
          >
            Renouveler
          </Button>
          <Button
            variant="default"
            leftSection={<IconCopy {...icon} />}
            onClick={() => onReuse('copy', number)}
          >
            Dupliquer
          </Button>
        </>
      )}
      {used ? null : (
        <>
          {onEdit === undefined || begun ? null : (
            <Button variant="default" leftSection={<IconPencil {...icon} />} onClick={() => onEdit(number)}>
              Modifier
            </Button>
          )}
          <Button variant="subtle" color="red" leftSection={<IconTrash {...icon} />} onClick={onDelete}>
            {begun ? 'Arrêter le reste' : 'Supprimer'}
          </Button>
        </>
      )}
    </div>
  );
}

/** How a line may be given, and what orders took of it. */
function LineLife({
  line,
}: {
  line: Parameters<typeof describeGiving>[0] & Parameters<typeof describeGiven>[0];
}) {
  return [describeGiven(line), describeGiving(line)].map((words) =>
    words ? (
      <Text key={words} size="sm" c="dimmed" span>
        {words}
      </Text>
    ) : null,
  );
}

/** The prescribed medicines, quantity × price, and the total. */
export function PrescriptionItems({ items, total }: Pick<Prescription, 'items' | 'total'>) {
  if (items.length === 0)
    return <Text c="dimmed">Médicaments effacés, à la fin de leur durée de conservation.</Text>;
  return (
    <>
      <ul className={styles.items} aria-label="Médicaments">
        {items.map(({ medicationId, label, quantity, price, posology, duration, form, review, ...line }) => (
          <li key={medicationId} className={styles.item}>
            <span className={styles.label}>
              <span>{label}</span>
              <ItemInstructions posology={posology} duration={duration} form={form} review={review} />
              <LineLife line={line} />
            </span>
            <span className={styles.times}>
              {`${quantity}${price > 0 ? ` × ${formatMoney(price)}` : ''}`}
            </span>
            <span className={styles.amount}>
              <LineAmount price={price} quantity={quantity} review={review} />
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.total}>
        <span>Total</span>
        <Money amount={total} total />
      </div>
    </>
  );
}

type PrescriptionPeopleProps = { prescription: Prescription; scope: PrescriptionScope };

function PrescriptionPeople({ prescription, scope }: PrescriptionPeopleProps) {
  const { prescriptorName, prescriptorPhone, patientName, patientPhone, createdAt } = prescription;
  const { usedBy, verified } = prescription;
  return (
    <dl className={styles.people}>
      <Fact name="Prescripteur">
        <span>{prescriptorName}</span>
        {prescriptorPhone ? <PhoneLink phone={prescriptorPhone} name={prescriptorName} /> : null}
        {verified || scope === 'mine' ? null : (
          <StateBadge tone="amber" icon={IconAlertTriangle} label="Prescripteur non vérifié" />
        )}
      </Fact>
      <Fact name="Patient">
        <span>{patientName}</span>
        {patientPhone ? <PhoneLink phone={patientPhone} name={patientName} /> : null}
      </Fact>
      <Fact name="Créée">
        <DateTime at={createdAt} absolute />
      </Fact>
      <Fact name="État">
        <UseBadge {...prescription} />
        {usedBy === null || scope === 'mine' ? null : (
          <Link className={styles.order} to={`/cpanel?tab=orders&order=${usedBy}`}>
            Voir la commande
          </Link>
        )}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}

type OpenPrescriptionProps = Writing & {
  scope: PrescriptionScope;
  number: string;
  /** Renders a button below the number of an unused prescription. */
  give?: ((prescription: Prescription) => ReactNode) | undefined;
  onClose: () => void;
};

/** One prescription, with its number and actions. */
export function OpenPrescription(props: OpenPrescriptionProps) {
  const { scope, number, give, onEdit, onReuse, onClose } = props;
  const query = usePrescription(scope, number);
  const { data: prescription } = query;
  const deleting = useDialogUrl('delete');
  const begun = prescription ? isBegun(prescription) : false;
  const remove = useDelete({ begun });
  const [deleted, setDeleted] = useState(false);
  const canDelete = prescription?.used === false;

  // The confirmation closes first, then the prescription: one step back in the history each.
  useEffect(() => {
    if (deleted && !deleting.opened) onClose();
  }, [deleted, deleting.opened, onClose]);
  const isStale = deleting.opened && prescription !== undefined && !canDelete && !deleted;
  useEffect(() => {
    if (isStale) deleting.close();
  }, [isStale, deleting.close]);

  if (prescription === undefined) return <QueryState query={query} rows={4} height={64} />;
  if (prescription === null)
    return deleted ? null : (
      <EmptyState
        title="Ordonnance introuvable"
        action={
          <Button variant="default" onClick={onClose}>
            {scope === 'mine' ? 'Voir toutes mes ordonnances' : 'Voir toutes les ordonnances'}
          </Button>
        }
      >
        Elle n’existe pas, ou elle a été supprimée.
      </EmptyState>
    );
  return (
    <div className={styles.prescription}>
      {prescription.used || scope === 'all' ? null : (
        <>
          <NumberToGive number={number} patientName={prescription.patientName} />
          {give?.(prescription)}
        </>
      )}
      <PrescriptionPeople prescription={prescription} scope={scope} />
      {prescription.url === null ? null : (
        <div>
          <FileLink fileKey={prescription.url} name="Ordonnance" label="Voir le fichier ordonnancé" />
        </div>
      )}
      <div>
        <PrescriptionItems items={prescription.items} total={prescription.total} />
      </div>
      <PrescriptionActions
        prescription={prescription}
        onEdit={onEdit}
        onReuse={onReuse}
        onDelete={() => deleting.open()}
      />
      <ConfirmDialog
        opened={deleting.opened && canDelete && !deleted}
        onClose={deleting.close}
        question={begun ? 'Arrêter le reste de cette ordonnance ?' : 'Supprimer cette ordonnance ?'}
        confirmLabel={begun ? 'Arrêter le reste' : 'Supprimer'}
        danger
        pending={remove.isPending}
        onConfirm={() =>
          remove.mutate(prescription._id, {
            onSuccess: () => {
              setDeleted(true);
              deleting.close();
            },
            onError: deleting.close,
          })
        }
      >
        {`${number} · ${prescription.patientName}`}
      </ConfirmDialog>
    </div>
  );
}

type Props = Omit<OpenPrescriptionProps, 'number' | 'onClose'> & {
  /** Another dialog replaces it. */
  hidden?: boolean;
};

/** The dialog of the prescription in the URL. */
export function PrescriptionDialog({ hidden = false, ...shown }: Props) {
  const { value: number, opened, close } = useDialogUrl(OPENED);
  // Here, not in the list: the dialogs of the other panels must open without a network too.
  useEffect(ResponsiveDialog.preload, []);
  useEffect(QrCode.preload, []);
  // The content stays rendered during the closing transition.
  const last = useRef(number);
  last.current = number ?? last.current;
  return (
    <ResponsiveDialog
      opened={opened && !hidden}
      onClose={close}
      title={`Ordonnance ${last.current ?? ''}`}
      size="lg"
    >
      {last.current === null ? null : (
        <OpenPrescription key={last.current} {...shown} number={last.current} onClose={close} />
      )}
    </ResponsiveDialog>
  );
}
